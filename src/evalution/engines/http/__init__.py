"""Servers that speak the OpenAI API: `http://HOST:PORT/v1#MODEL`, `https://…#MODEL`, `openai:MODEL`."""
