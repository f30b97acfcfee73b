"""Evalution: verdicts on what language models produce, and benchmark numbers made of them."""
