"""The fidelity report: known error rates for every rule, measured on golden cases and on real outputs."""
