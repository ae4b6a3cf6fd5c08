"""The pages of a running bot, served by a process of their own that the bot starts and watches."""
