"""What is asked of the games of a database: to look at them, undo, redo, fix, and change their clocks."""
