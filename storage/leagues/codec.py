"""Acts, rules and records of leagues as JSON texts and back."""

import json

from rules.leagues.acts import ACTS, LeagueAct
from rules.leagues.league import League
from rules.leagues.review import ResultRecord
from storage.events.codec import Json, dump, plain, tagged
from storage.leagues.values import Season

_encode_act, _decode_act = tagged(ACTS)
_encode_rules, _decode_rules = plain(League)
_encode_record, _decode_record = plain(ResultRecord)
_encode_season, _decode_season = plain(Season)


def encode_act(act: LeagueAct) -> str:
    """The JSON text of an act."""
    return dump(_encode_act(act))


def decode_act(text: str) -> LeagueAct:
    """The act that a text of encode_act stands for; raises Unreadable."""
    return read_act(json.loads(text))


def read_act(value: Json) -> LeagueAct:
    """The act that JSON stands for; raises Unreadable."""
    return _decode_act(value)


def encode_rules(rules: League) -> str:
    """The JSON text of a league's rules."""
    return dump(_encode_rules(rules))


def decode_rules(text: str) -> League:
    """The rules that a text of encode_rules stands for; raises Unreadable."""
    return _decode_rules(json.loads(text))


def encode_record(record: ResultRecord) -> str:
    """The JSON text of a result as its league holds it."""
    return dump(_encode_record(record))


def decode_record(text: str) -> ResultRecord:
    """The record that a text of encode_record stands for; raises Unreadable."""
    return _decode_record(json.loads(text))


def encode_season(season: Season) -> str:
    """The JSON text of a season."""
    return dump(_encode_season(season))


def decode_season(text: str) -> Season:
    """The season that a text of encode_season stands for; raises Unreadable."""
    return _decode_season(json.loads(text))
