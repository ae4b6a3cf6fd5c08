"""Acts, rules, records and seasons of leagues as JSON texts and back."""

from rules.leagues.acts import ACTS
from rules.leagues.acts.base import LeagueAct
from rules.leagues.league import League
from rules.leagues.review import ResultRecord
from rules.leagues.state import Season
from storage.events.codec import TaggedCodec, plain_codec

_acts = TaggedCodec[LeagueAct](ACTS)

encode_act, decode_act = _acts.encode, _acts.decode
encode_rules, decode_rules = plain_codec(League)
encode_record, decode_record = plain_codec(ResultRecord)
encode_season, decode_season = plain_codec(Season)
