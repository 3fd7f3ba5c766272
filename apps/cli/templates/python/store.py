"""Stores the credentials of each installation in an encrypted file, and the ids of the events that were handled."""

import hashlib
import hmac
import json
import os
import re
import secrets
import threading
from base64 import urlsafe_b64decode
from pathlib import Path

EVENT_IDS = 2_000


class Store:
    def __init__(self, folder, key=None):
        """`key`: 32 bytes in base64url, for production. Without it a key file is created in the folder."""
        self.folder = Path(folder)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.key = urlsafe_b64decode(key + "=" * (-len(key) % 4)) if key else self._development_key()
        if len(self.key) != 32:
            raise ValueError("KUSHK_STORE_KEY must be 32 bytes in base64url")
        self.locks = [threading.RLock() for _ in range(64)]

    def lock(self, installation_id):
        """Credentials and events of one installation are handled one at a time."""
        return self.locks[hash(installation_id) % len(self.locks)]

    def find(self, installation_id):
        """The installation as a dict, or None. A removed one is {"removed": True}."""
        try:
            sealed = self._path(installation_id).read_bytes()
        except FileNotFoundError:
            return None
        return json.loads(self._unseal(sealed, installation_id))

    def installations(self):
        """The ids of all installations except removed ones, for work that no call begins."""
        ids = [path.stem for path in self.folder.glob("*.sealed")]
        return [one for one in ids if (self.find(one) or {}).get("ready")]

    def save(self, installation_id, installation):
        installation["events"] = installation.get("events", [])[-EVENT_IDS:]
        path = self._path(installation_id)
        temporary = path.with_suffix(".tmp")
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(self._seal(json.dumps(installation).encode(), installation_id))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)

    def _path(self, installation_id):
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}", installation_id):
            raise ValueError("not an installation id")
        return self.folder / f"{installation_id}.sealed"

    def _development_key(self):
        path = self.folder / "store.key"
        if not path.exists():
            path.touch(0o600)
            path.write_bytes(secrets.token_bytes(32))
        return path.read_bytes()

    # The standard library has no cipher, so this encrypts with HMAC-SHA256 in counter mode, and authenticates the result.
    def _seal(self, text, context):
        nonce = secrets.token_bytes(16)
        sealed = nonce + self._stream(nonce, text)
        return self._tag(sealed, context) + sealed

    def _unseal(self, sealed, context):
        tag, nonce, text = sealed[:32], sealed[32:48], sealed[48:]
        if not hmac.compare_digest(tag, self._tag(nonce + text, context)):
            raise ValueError("the stored credentials were made with another key")
        return self._stream(nonce, text)

    def _tag(self, sealed, context):
        return hmac.new(self.key, b"tag:" + context.encode() + b":" + sealed, hashlib.sha256).digest()

    def _stream(self, nonce, text):
        blocks = range(len(text) // 32 + 1)
        stream = b"".join(hmac.digest(self.key, b"stream:" + nonce + b"%d" % i, "sha256") for i in blocks)
        return bytes(a ^ b for a, b in zip(text, stream))
