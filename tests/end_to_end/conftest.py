"""An evening with the real bot, for whole games."""

from tests.support.evening import evening as evening
from tests.support.http_faults import network as network
