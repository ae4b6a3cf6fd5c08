"""Replies with links to pages in a browser. The pages are in `web`."""
