"""The calls of the platform: verifies each of them, keeps the credentials, and handles each event once."""

import json
import re
import sys
import time
import urllib.request
from urllib.parse import urlsplit

from client import Client
from kushk_verify import read_issuer, verify_call, verify_installed, verify_issuer

OVERLAP_SECONDS = 48 * 3600  # How long the previous secret is accepted after a rotation.
TOOL_SECONDS = 8  # The platform waits ten seconds for a tool.


INSTALLATION_ID = re.compile("[A-Za-z0-9_-]{1,100}")
TOOL_PATH = re.compile("/service/tools/([a-z][a-z0-9_]{0,47})")
MAX_TOOL_BYTES = 1024 * 1024  # The platform accepts no larger answer of a tool.

# What the log says about a signature that does not pass.
SIGNATURE_TEXTS = {
    "missing": "is missing. To try the plugin by hand, use `npx @kushk/cli dev tool NAME ARGUMENTS`, which signs",
    "malformed": "is malformed",
    "stale": "is more than five minutes old, or the clock of this computer is wrong",
    "mismatch": "does not match: another secret or key signed, or the body was changed",
    "unknown_installation": "is of an installation that is not stored here: a forged call, or the state was lost or is "
    "another one. If it was lost, an admin issues new credentials: `npx @kushk/cli store reconnect INSTALLATION`",
    "algorithm": "uses another algorithm than EdDSA",
    "audience": "is meant for another plugin",
    "issuer": "is of another instance",
    "unknown_key": "was made with an unknown key",
    "unlisted": "was made with a key that the hub does not list for this instance",
    "origin": "is of another instance than the stored credentials",
    "replayed": "is not newer than the stored credentials",
}
TOOL_FIELDS = {"arguments": dict, "handle": str, "user_id": str}
EVENT_FIELDS = {"id": str, "type": str, "data": dict}
CREDENTIAL_FIELDS = {"alias": str, "api_base": str, "token": str, "signing_secret": str, "scopes": list, "settings": dict}


class ToolContext:
    """What a tool works with. Its clients only read: a tool changes nothing, and nobody pays for its calls.

    person: sees exactly what the person who asks the assistant may see. It ends with the call.
    client: sees what the whole organisation may see. `client.settings()` are the current settings with their secrets.
    installation: installation_id, alias (of your usage and statements), api_base, scopes and settings, as they were when
        the plugin was installed.
    user_id: the id of the person.
    version: the version that the installation runs. Serve one that you do not know as your newest one.
    """

    def __init__(self, known, call, version):
        self.client = Client(known["api_base"], known["token"]).for_tool(TOOL_SECONDS)
        self.person = self.client.on_behalf_of(call["handle"])
        self.user_id = call["user_id"]
        self.version = version
        self.installation = {name: known[name] for name in ("alias", "api_base", "scopes", "settings")}
        self.installation["installation_id"] = call["installation_id"]


class Refused(Exception):
    """is_logged: the log has a line already, which says more than the code."""

    def __init__(self, status, code, is_logged=False):
        self.status, self.code, self.is_logged = status, code, is_logged
        super().__init__(code)


class Service:
    def __init__(self, plugin, store, hub):
        self.plugin, self.store, self.hub = plugin, store, hub

    def client(self, installation_id):
        known = self.store.find(installation_id)
        if known is None or "removed" in known:
            raise Refused(404, "installation.not_found")
        return Client(known["api_base"], known["token"])

    def call(self, path, headers, body):
        """Answers POST /service/…: returns a JSON value, or raises Refused."""
        tool_path = TOOL_PATH.fullmatch(path)
        if tool_path is None and path not in ("/service/lifecycle", "/service/events"):
            raise Refused(404, "request.not_found")
        installation_id = headers.get("Service-Installation-Id", "")
        if not INSTALLATION_ID.fullmatch(installation_id):  # It selects the secret, so nothing can be verified.
            raise _refused_signature("missing")
        content = _object_in(body)
        if path == "/service/lifecycle":
            with self.store.lock(installation_id):
                return self._lifecycle(installation_id, headers, body, content)
        known = self.store.find(installation_id)
        self._verify(known, headers, body)
        tool = None if tool_path is None else self.plugin.TOOLS.get(tool_path[1])
        if tool_path is not None and tool is None:
            raise Refused(404, "tool.not_found")
        fields = EVENT_FIELDS if tool is None else TOOL_FIELDS
        is_valid = all(isinstance(content.get(name), kind) for name, kind in fields.items())
        if not is_valid or content.get("installation_id") != installation_id:
            raise Refused(400, "request.invalid")
        if tool is None:
            with self.store.lock(installation_id):
                return self._event(installation_id, headers, content)
        context = ToolContext(known, content, headers.get("Service-Plugin-Version"))
        answer = {"content": tool(context, content["arguments"])}
        if _json_length(answer, tool) > MAX_TOOL_BYTES:
            raise Refused(500, "tool.content_too_large")
        return answer

    def rotate(self, installation_id, what):
        """Renews the "token" or the "signing_secret" of an installation, for example once a month.

        The platform and this plugin accept the previous one for a while, so calls that are under way succeed.
        """
        with self.store.lock(installation_id):
            renewed = self.client(installation_id).request("POST", "/installation/rotate", {"what": what})
            if renewed[what] is None:  # The first answer was lost, and its repetition does not contain it.
                raise RuntimeError(f"the new {what} was lost: the admin of the organisation can renew it")
            known = self.store.find(installation_id)
            if what == "token":
                changed = {"token": renewed["token"]}
            else:
                previous = [known["secrets"][0][0], time.time() + OVERLAP_SECONDS]
                changed = {"secrets": [[renewed["signing_secret"], None], previous]}
            self.store.save(installation_id, {**known, **changed})

    def _lifecycle(self, installation_id, headers, body, content):
        known = self.store.find(installation_id)
        removed = known is not None and "removed" in known
        if content.get("event") == "removed":
            if known is None or removed:  # Nothing to delete. Only the issuer's signature can prove the call.
                self._verify_issuer(None, headers, body)
                return {"status": "repeated"}
            self._verify(known, headers, body)
            self._verify_issuer(known["api_base"], headers, body)
            self.plugin.removed(installation_id)
            self.store.save(installation_id, {"removed": True})
            return {"status": "forgotten"}
        if content.get("event") != "installed" or not _has_credentials(content, installation_id):
            raise Refused(400, "request.invalid")
        new = {name: content[name] for name in ("alias", "api_base", "token", "scopes", "settings")}
        new["issued_at"] = self._verify_installed(None if removed else known, installation_id, headers, body)
        if removed:
            raise Refused(410, "installation.removed")
        # After a reconnect the previous secret is not accepted any more.
        stored = [] if known is None or content.get("reconnect") is True else known["secrets"]
        secrets = [[content["signing_secret"], None]]
        secrets += [[old, until or time.time() + OVERLAP_SECONDS] for old, until in stored if old != secrets[0][0]][:1]
        is_repeated = known is not None and known["token"] == new["token"] and known["ready"]
        events = [] if known is None else known["events"]
        saved = {**new, "secrets": secrets, "events": events}
        self.store.save(installation_id, {**saved, "ready": is_repeated})
        if not is_repeated:
            self.plugin.installed(Client(new["api_base"], new["token"]))
            self.store.save(installation_id, {**saved, "ready": True})
        return {"status": "stored"}

    def _event(self, installation_id, headers, event):
        # The signature covers the id in the body only.
        if headers.get("Service-Event-Id") != event.get("id"):
            raise Refused(400, "event.id_mismatch")
        known = self.store.find(installation_id)
        if event["id"] in known["events"]:
            return {"status": "repeated"}
        self.plugin.event(self.client(installation_id), event)
        self.store.save(installation_id, {**known, "events": [*known["events"], event["id"]]})
        return {"status": "handled"}

    def _verify(self, known, headers, body):
        secrets = [secret for secret, _until in _accepted(known or {})]
        signature = headers.get("Service-Signature")
        verdict = verify_call(secrets, signature, body, time.time())
        if verdict != "valid":
            raise _refused_signature("unknown_installation" if known is None and signature else verdict)

    def _verify_installed(self, known, installation_id, headers, body):
        """Decides whether the credentials may be stored. Returns when the instance signed them."""
        signature, issuer = headers.get("Service-Signature"), headers.get("Service-Issuer-Signature")
        call = {"installation_id": installation_id, "signature": signature, "issuer_signature": issuer, "body": body}
        if known is not None:
            secrets = [secret for secret, _until in _accepted(known)]
            known = {"origin": _origin_of(known["api_base"]), "secrets": secrets, "issued_at": known["issued_at"]}
        keys, result = _keys_of(self.hub)
        verdict = verify_installed(keys, call, plugin_id=self.plugin.ID, known=known, now=time.time())
        if verdict != "valid":
            raise self._refused_issuer(verdict, result)
        return read_issuer(issuer)["iat"]

    def _verify_issuer(self, api_base, headers, body):
        """Only an instance whose key the hub lists for its origin may send lifecycle calls."""
        keys, result = _keys_of(self.hub)
        expected = {"plugin_id": self.plugin.ID, "origin": api_base and _origin_of(api_base), "now": time.time()}
        verdict = verify_issuer(keys, headers.get("Service-Issuer-Signature"), body, **expected)
        if verdict != "valid":
            raise self._refused_issuer(verdict, result)

    def _refused_issuer(self, verdict, result):
        text = SIGNATURE_TEXTS[verdict]
        if verdict in ("unknown_key", "unlisted"):
            text += f": keys were requested from {self.hub} ({result}), and KUSHK_BASE_URL names the hub"
        print(f"refused a lifecycle call: a signature {text}", flush=True)
        return Refused(401, "issuer.untrusted", is_logged=True)


def _accepted(known):
    return [[secret, until] for secret, until in known.get("secrets", []) if until is None or until > time.time()]


def _origin_of(address):
    return "{0.scheme}://{0.netloc}".format(urlsplit(address))


def _refused_signature(verdict):
    print(f"refused a call: the signature {SIGNATURE_TEXTS[verdict]}", flush=True)
    return Refused(401, "signature.invalid", is_logged=True)


def _json_length(answer, tool):
    """The length of a tool's answer as JSON. What is no JSON, such as a set, is logged with the tool's place."""
    try:
        return len(json.dumps(answer, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        code = getattr(tool, "__code__", None)
        place = "" if code is None else f"\n    at {code.co_name} ({code.co_filename}:{code.co_firstlineno})"
        print(f"a tool returned a value that is no JSON: {error}{place}", file=sys.stderr, flush=True)
        raise Refused(500, "plugin.failed", is_logged=True) from None


def _object_in(body):
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise Refused(400, "request.malformed")
    return content


def _has_credentials(content, installation_id):
    """Whether an `installed` call brings what it must, for the installation of its header."""
    if not all(isinstance(content.get(name), kind) for name, kind in CREDENTIAL_FIELDS.items()):
        return False
    if content.get("installation_id") != installation_id or not content["api_base"].endswith(
        f"/i/{installation_id}/plugin/v1"
    ):
        return False
    return _is_safe(content["api_base"]) and content["token"] != "" and content["signing_secret"] != ""


def _is_safe(address):
    """Whether the address is https. This machine, and the service of a container, may also be called over http."""
    try:
        url = urlsplit(address)
    except ValueError:
        return False
    local = ("localhost", "127.0.0.1", "::1", "service.containers.internal")
    return url.scheme == "https" or (url.scheme == "http" and url.hostname in local)


def _keys_of(address):
    """The keys that an address lists, and for the log what became of the request."""
    if not _is_safe(address):
        return {}, "not requested: it is not https"
    try:
        with urllib.request.urlopen(f"{address}/.well-known/jwks.json", timeout=4) as response:
            return json.loads(response.read(256 * 1024)), "it answered"
    except (OSError, ValueError) as error:
        return {}, f"no keys came: {error}"
