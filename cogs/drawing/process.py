"""What the programs that draw have in common: pickled values on standard input, a PNG on standard output."""

import os
import pickle
import signal
import sys
from collections.abc import Callable
from typing import TypeVar

import matplotlib

from cogs.drawing.style import fonts

T = TypeVar("T")


def draw_input(draw: Callable[[T], bytes]) -> None:
    """Be a program that draws what stands on its standard input: ``draw`` makes a picture of that value."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bot says when to stop
    if sys.platform != "win32":
        os.nice(10)  # games come first
    matplotlib.rcParams["font.family"] = list(fonts())
    value: T = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(draw(value))
