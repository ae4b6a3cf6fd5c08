"""Links to pages in a browser, as they are told to whoever asks for one. The pages are in `web`."""
