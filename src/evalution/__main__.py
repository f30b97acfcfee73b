"""`python -m evalution`."""

from evalution.cli import main

main()
