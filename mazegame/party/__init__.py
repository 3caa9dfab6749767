"""Party: friends race in the same maze over a network; the server judges every step."""
