"""Parts of a table as overlays for streams: transparent, with sizes and colors from their addresses."""
