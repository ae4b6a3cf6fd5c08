"""The process: command line, settings, the Discord client, the last error handler and the local table."""
