"""An engine for Llama-architecture GGUF files in numpy, fp32: small, exact, and the same however it is asked."""
