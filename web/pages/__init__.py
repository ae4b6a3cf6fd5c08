"""The parts of pages: templates, styles and scripts, and the texts around a page's own."""
