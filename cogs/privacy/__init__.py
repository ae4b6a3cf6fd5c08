"""`/privacy`: a person's stored data, to be shown, exported or deleted."""
