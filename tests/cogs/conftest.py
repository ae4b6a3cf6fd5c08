"""An evening with the real bot, for tests of commands and buttons."""

from tests.support.evening import evening as evening
