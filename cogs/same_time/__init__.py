"""What happened at the same time as a loss or an ending: it joins that event, which is judged again."""
