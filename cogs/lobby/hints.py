"""What a channel is told when its first game opens."""

from cogs.text.language import tr


def first_game() -> str:
    """Three lines, small."""
    lines = (
        tr("New here? In the lobby press **Join** or **Everyone in my voice channel**, then **Start**."),
        tr(
            "In the game **−5 −1 +1 +5** are for yourself and **Others…** is for everybody else; "
            "`/life`, `/damage` and `/counter` take any number."
        ),
        tr("**Undo** takes back any step, who must lose is noticed by itself, and `/help` tells the rest."),
    )
    return "\n".join(f"-# {line}" for line in lines)
