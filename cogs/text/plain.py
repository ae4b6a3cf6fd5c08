"""Text without Discord's marks, for where they would show as they are: files, pictures, descriptions."""

import re

_MARK = re.compile(r"\\(.)|\*\*|~~|[\u200b\u2068\u2069]|^(?:-#|#+) ", re.MULTILINE)


def unmarked(text: str) -> str:
    """Our own marked and harmless text as people see it: no bold, no backslashes."""
    return _MARK.sub(lambda mark: mark[1] or "", text)
