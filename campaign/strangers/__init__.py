"""Everything that a stranger can do to the pages without a link, or with a public one."""
