"""Acts, rules, records and seasons of leagues as JSON texts and back."""

from rules.leagues.acts import ACTS
from rules.leagues.acts.base import LeagueAct
from rules.leagues.league import League
from rules.leagues.review import ResultRecord
from rules.leagues.state import Season
from storage.events.codec import PlainCodec, TaggedCodec

_acts = TaggedCodec[LeagueAct](ACTS)
_rules = PlainCodec(League)
_records = PlainCodec(ResultRecord)
_seasons = PlainCodec(Season)

encode_act, decode_act = _acts.encode, _acts.decode
encode_rules, decode_rules = _rules.encode, _rules.decode
encode_record, decode_record = _records.encode, _records.decode
encode_season, decode_season = _seasons.encode, _seasons.decode
