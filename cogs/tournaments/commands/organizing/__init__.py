"""The handlers of the judges' panel."""
