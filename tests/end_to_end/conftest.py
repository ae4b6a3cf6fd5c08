"""An evening with the real bot, for whole games."""

from tests.evening import evening as evening
from tests.network import network as network
