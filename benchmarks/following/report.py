"""A Markdown report of commands with everything that follows, and whether the aims were met."""

from statistics import median

from benchmarks.following.measure import Bot, FollowingResults, FollowingScale, Measured
from tests.support.discord_api.server import counts

REQUESTS, PROCESSOR, THROUGHPUT = 0.3, 1.15, 1.5
"""The aims: maximum requests with the bot's token per command of a burst; maximum CPU time, × the same bot
whose boards don't follow the chat; minimum answers per second over many channels, × the insert's."""


def bars(results: FollowingResults) -> list[tuple[str, bool]]:
    """Return each aim in words with its figure, and whether it was met."""
    following = results.bursts[Bot.FOLLOWING]
    processor = median(following.processor) / (median(results.bursts[Bot.STAYING].processor) or 1)
    share = median(results.crowds[Bot.FOLLOWING].per_second) / median(results.crowds[Bot.INSERT].per_second)
    return [
        (
            f"requests with the bot's token for each command of a burst: {following.counted:.2f}, "
            f"at most {REQUESTS}",
            following.counted <= REQUESTS,
        ),
        (
            f"CPU time of a burst with all that follows, × boards that stay: {processor:.2f}, "
            f"at most {PROCESSOR}",
            processor <= PROCESSOR,
        ),
        (
            f"throughput over many channels and sockets, × the insert's: {share:.2f}, at least {THROUGHPUT}",
            share >= THROUGHPUT,
        ),
    ]


def lines(results: FollowingResults, scale: FollowingScale) -> list[str]:
    """Return the tables with every figure."""
    burst = f"{scale.tables * scale.each:,} `/life lose` at {scale.tables} tables, {scale.at_once} at once"
    crowd = f"{scale.crowd} channels, {scale.crowd_at_once} at once"
    return [
        *_figures(burst, results.bursts),
        "",
        *_figures(crowd, results.crowds),
        "",
        *_routes(results.bursts),
    ]


def _figures(title: str, measured: Measured) -> list[str]:
    floor = median(measured[Bot.INSERT].per_second)
    return [
        f"| {title} | answers/s | × insert | CPU ms until answered | with all that follows "
        "| requests with the bot's token, each |",
        "| --- | --: | --: | --: | --: | --: |",
        *(
            f"| {bot} | {median(rounds.per_second):,.0f} | {median(rounds.per_second) / floor:.2f} "
            f"| {median(rounds.answered):.2f} | {median(rounds.processor):.2f} | {rounds.counted:.2f} |"
            for bot, rounds in measured.items()
        ),
    ]


def _routes(measured: Measured) -> list[str]:
    """Return the requests for each command of a burst, by route."""
    each = {
        route: [rounds.requests.get(route, 0) / rounds.commands for rounds in measured.values()]
        for route in sorted({route for rounds in measured.values() for route in rounds.requests})
    }
    return [
        f"| requests for each command of the burst | counts | {' | '.join(measured)} |",
        f"| --- | --- |{' --: |' * len(measured)}",
        *(
            f"| `{route}` | {'yes' if counts(route) else 'no'} | "
            f"{' | '.join(f'{number:.2f}' for number in numbers)} |"
            for route, numbers in each.items()
        ),
    ]
