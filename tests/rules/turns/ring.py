"""Grand Melee's turn markers kept on paper: a simple model of 608.4 of 2006 and of 807.4 of today.

Written from the rules' text, not from the engine. Where the text is silent, a comment names the reading, and
docs/rules.md has it under "What the rules leave open".
"""

from dataclasses import dataclass, field

NEAR = 3
"""Seats to one side within which another marker is too close (608.4c, 807.4d, 807.4i)."""


@dataclass
class Token:
    """A turn marker: with a player who takes a turn or waits to, or in 2006 on its way to one."""

    number: int
    seat: str
    """Who has it, or who it goes to."""
    playing: bool = True
    under_way: bool = False
    kind: str = "normal"
    doomed: int = 0
    more: int = 0
    """Extra turns that its player takes after this one."""
    behind: int | None = None
    """The marker that has to be taken before this one is received."""


@dataclass
class Ring:
    """Players around a table, and what moves from one to the next."""

    seats: list[str]
    today: bool
    gone: set[str] = field(default_factory=set[str])
    tokens: list[Token] = field(default_factory=list[Token])
    saved: dict[str, int] = field(default_factory=dict[str, int])
    skips: dict[str, int] = field(default_factory=dict[str, int])

    def __post_init__(self) -> None:
        count = self.needed()
        self.tokens = [Token(number=n + 1, seat=self.seats[4 * n]) for n in range(count)]

    def needed(self) -> int:
        """One for each full four players (608.4a, 807.4a). Reading: never fewer than one."""
        return max(1, (len(self.seats) - len(self.gone)) // 4)

    def left(self, who: str) -> str:
        """Return the next player to the left who is still in the game."""
        place = self.seats.index(who)
        ring = self.seats[place + 1 :] + self.seats[: place + 1]
        return next((one for one in ring if one not in self.gone), who)

    def to_the_left(self, who: str) -> list[str]:
        """Return the players in the three seats to the left."""
        place = self.seats.index(who)
        ring = self.seats[place + 1 :] + self.seats[:place]
        return [one for one in ring if one not in self.gone][:NEAR]

    def to_the_right(self, who: str) -> list[str]:
        """Return the players in the three seats to the right."""
        place = self.seats.index(who)
        ring = self.seats[:place][::-1] + self.seats[place + 1 :][::-1]
        return [one for one in ring if one not in self.gone][:NEAR]

    def holder(self, token: Token) -> str | None:
        """Return who has a marker. Reading: a turn that goes on without its player counts as the next
        player's."""
        if token.under_way:
            return None
        return self.left(token.seat) if token.seat in self.gone else token.seat

    def in_the_way(self, token: Token, who: str) -> Token | None:
        """Return the nearest marker that keeps a player from receiving one (608.4c) or from beginning
        (807.4d).

        Reading: no one has two turns at once, so one's own other marker is in the way too, if its turn is
        being taken or else if its number is lower.
        """
        others = [one for one in self.tokens if one is not token]
        for one in others:
            if self.goes_first(one, token, who):
                return one
        for seat in self.to_the_left(who):
            found = [one for one in others if self.holder(one) == seat]
            if found:
                return max(found, key=lambda one: one.number)
        return None

    def goes_first(self, one: Token, token: Token, who: str) -> bool:
        """Return whether a player's one marker goes before the other."""
        return self.holder(one) == who and (one.playing or one.number < token.number)

    def end(self, number: int) -> None:
        """A turn ends (608.4c, 807.4c)."""
        token = self.token(number)
        who, here = token.seat, token.seat not in self.gone
        if token.doomed:
            self.remove(token)
            self.settle()
            return
        token.playing = False
        if here and token.kind == "extra_before":
            token.kind = self.next_kind(who)  # the turn before which the extra one was taken comes now
        elif here and token.more:
            self.extra_after(token, who)
        else:
            self.hand_on(token, self.left(who))
        self.settle()

    def extra_after(self, token: Token, who: str) -> None:
        """An extra turn after one's own: 807.4i. 608.4e says nothing of other markers (reading: they don't
        matter). Reading of 807.4i: too close on both sides is too close on the right."""
        right = self.to_the_right(who)
        others = [one for one in self.tokens if one is not token]
        if self.today and any(
            self.holder(one) in right or self.goes_first(one, token, who) for one in others
        ):
            self.save(who, token.more)
            token.more = 0
            self.hand_on(token, self.left(who))
            return
        token.more -= 1
        token.kind = "extra"

    def hand_on(self, token: Token, who: str) -> None:
        """A marker goes to a player, who has it now (807.4c), or receives it when possible (608.4c)."""
        token.seat, token.more, token.playing = who, 0, False
        token.kind = self.next_kind(who)
        if not self.today:
            token.under_way = True
            blocker = self.in_the_way(token, who)
            token.behind = blocker.number if blocker else None

    def next_kind(self, who: str) -> str:
        return "extra_before" if self.saved.get(who) else "normal"

    def save(self, who: str, turns: int) -> None:
        """Extra turns that will be taken right before the next turn (608.4e, 807.4i, 807.4j)."""
        if turns:
            self.saved[who] = self.saved.get(who, 0) + turns

    def settle(self) -> None:
        """Begin the turns that may begin. Reading: of several, the lowest number first."""
        while any(self.moves(token) for token in sorted(self.tokens, key=lambda one: one.number)):
            pass

    def moves(self, token: Token) -> bool:
        if token.playing:
            return False
        if token.under_way:
            return self.receives(token)
        if self.today and self.in_the_way(token, token.seat):
            return False
        self.begin(token)
        return True

    def receives(self, token: Token) -> bool:
        """608.4c: a marker waits until the other one has been taken; then the same is asked again."""
        waiting = next((one for one in self.tokens if one.number == token.behind), None)
        if waiting is not None and waiting.under_way:
            return False
        blocker = self.in_the_way(token, token.seat)
        token.behind = blocker.number if blocker else None
        if blocker is not None:
            return False
        token.under_way = False
        self.begin(token)
        return True

    def begin(self, token: Token) -> None:
        """A turn begins, or is skipped: then all goes on as if it weren't there (419.6e, 614.10)."""
        who = token.seat
        if token.kind != "extra":
            token.kind = self.next_kind(who)
        if token.kind == "extra_before":
            self.save(who, -1)
        if self.skips.get(who):
            self.skips[who] -= 1
            if token.kind == "extra_before":
                token.kind = self.next_kind(who)
            elif token.more:
                self.extra_after(token, who)
            else:
                self.hand_on(token, self.left(who))
            return
        token.playing = True

    def extra(self, who: str) -> None:
        """An extra turn: after the one its player takes, else right before the next (608.4e, 807.4j)."""
        for token in self.tokens:
            if token.seat == who and token.playing and token.kind != "extra_before":
                token.more += 1
                return
        self.save(who, 1)

    def leave(self, leavers: list[str]) -> None:
        """Players leave at the same moment (608.4d; 807.4c, 807.4e, 807.4f)."""
        candidates = [self.to_the_right_of(who) for who in leavers]
        surplus = len(self.tokens) - sum(token.doomed for token in self.tokens)
        self.gone |= set(leavers)
        surplus -= self.needed()
        if surplus > 0:
            # Reading, of several too many: the lowest number, as many times.
            self.doom(min(candidates, key=lambda one: one.number), surplus)
        for token in list(self.tokens):
            if token.seat in leavers and not token.playing:
                self.hand_on(token, self.left(token.seat))
        self.settle()

    def to_the_right_of(self, who: str) -> Token:
        """Return the marker immediately to a player's right: one on its way to the player is between the
        two."""
        return min(self.tokens, key=lambda token: self.steps_right(who, token))

    def steps_right(self, who: str, token: Token) -> float:
        steps = (self.seats.index(who) - self.seats.index(token.seat)) % len(self.seats)
        if token.under_way:
            return steps + 0.5
        return steps or len(self.seats)

    def doom(self, token: Token, times: int) -> None:
        token.doomed += times
        if not token.playing:
            self.remove(token)

    def remove(self, token: Token) -> None:
        """A marker is gone; further removals go to the one on its right (807.4g; reading: in 2006 too)."""
        if token.seat not in self.gone and not token.under_way:
            self.save(token.seat, token.more + (token.kind == "extra" and not token.playing))
        self.tokens.remove(token)
        if token.doomed > 1 and self.tokens:
            self.doom(self.to_the_right_of(token.seat), token.doomed - 1)

    def token(self, number: int) -> Token:
        return next(token for token in self.tokens if token.number == number)
