"""Leagues: results, their worth, and standings; pure, over values that storage keeps.

People are numbers here: a league numbers its players, and results never contain names. Times are whole
seconds since 1970 in UTC. Points are exact fractions.
"""
