"""Starts the plugin. `kushk dev` and `kushk plugin test` set PORT, KUSHK_BASE_URL and KUSHK_STATE_DIR."""

import os
import signal

import plugin
from server import create_server
from service import Service
from store import Store

port = int(os.environ.get("PORT", "4100"))
# The hub whose instances may install the plugin. It lists their public keys.
hub = os.environ.get("KUSHK_BASE_URL", "http://127.0.0.1:8080").rstrip("/")
store = Store(os.environ.get("KUSHK_STATE_DIR", "state"), os.environ.get("KUSHK_STORE_KEY"))

server = create_server(Service(plugin, store, hub), os.environ.get("HOST", "127.0.0.1"), port)
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
print(f"listening on http://localhost:{port}", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
