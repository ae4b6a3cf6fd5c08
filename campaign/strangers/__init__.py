"""A stranger's afternoon: all that somebody can do to the pages without a link, or with a public one."""
