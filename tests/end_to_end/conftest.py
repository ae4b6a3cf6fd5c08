"""A network that loses what is sent."""

from tests.support.http_faults import network as network
