"""What a channel is told when its first game opens."""

from cogs.text.language import tr


def first_game() -> str:
    """Three lines, small."""
    lines = (
        tr("New here? Press **Join** or **Seat my voice channel** in the lobby, then **Start**."),
        tr(
            "**−5 −1 +1 +5** change your own life. Use **Other players…** for anyone else, or `/life`, "
            "`/damage` and `/counter` for any amount."
        ),
        tr("**Undo** reverses any step, losses are detected automatically, and `/help` covers the rest."),
    )
    return "\n".join(f"-# {line}" for line in lines)
