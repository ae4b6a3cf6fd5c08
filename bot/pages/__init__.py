"""The pages of a running bot, served by a separate process that the bot starts and watches."""
