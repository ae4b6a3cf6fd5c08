"""Leagues: results, their worth, and standings; pure, over values that storage keeps.

People are numbers here: a league gives each of its players one, and names never stand in results. Times are
whole seconds since 1970 in UTC. Points are exact fractions.
"""
