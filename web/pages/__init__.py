"""What pages are made of: templates, styles and scripts, and the texts around a page's own."""
