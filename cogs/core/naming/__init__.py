"""Who is meant by what people type as a name."""
