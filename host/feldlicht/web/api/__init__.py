"""The HTTP API below ``/api/v1``: one noun a file. JSON in and out, every error a problem with a reason code."""
