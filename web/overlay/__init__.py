"""Parts of a table as overlays for streams: transparent, in sizes and colours that their addresses say."""
