"""The plugin API of one installation, with the errors of the API and repetitions when it is busy."""

import hashlib
import json
import random
import re
import time
import urllib.error
import urllib.request
import uuid
from contextlib import contextmanager, suppress
from itertools import count
from urllib.parse import quote

ATTEMPTS = 3
TIMEOUT_SECONDS = 5
# How much of the fields that the API has refused is part of the text of an error.
MAX_FIELDS, MAX_FIELD_LENGTH, MAX_PARAMS_LENGTH = 5, 300, 1500


class ApiError(Exception):
    """An answer of the API that is no success. Compare `code`, not the message, which says the rest to people."""

    def __init__(self, status, problem, call=""):
        self.status, self.code, self.params = status, problem.get("code", ""), problem.get("params", {})
        self.request_id = problem.get("request_id")
        parts = [f"{call}: {status} {self.code}".strip(": "), problem.get("detail") or problem.get("title")]
        parts += [_params_text(self.params), self.request_id]
        super().__init__(" | ".join(part for part in parts if part))


class ReadOnly(ApiError):
    """A tool tried to write or to charge. Do that when an event arrives, or for your page."""

    def __init__(self, call):
        problem = {"code": "auth.handle_read_only", "detail": "a tool changes nothing and is not paid for"}
        super().__init__(403, problem, call)


class Client:
    def __init__(self, api_base, token, handle=None, deadline=float("inf"), read_only=False):
        self.api_base, self.token, self.handle = api_base, token, handle
        self.deadline, self.read_only = deadline, read_only

    def on_behalf_of(self, handle):
        """A client that sees exactly what the person of the handle may see."""
        return Client(self.api_base, self.token, handle, self.deadline, self.read_only)

    def for_tool(self, seconds):
        """A client that only reads, and gives up after so many seconds."""
        return Client(self.api_base, self.token, self.handle, time.monotonic() + seconds, read_only=True)

    def settings(self):
        """What the admin has set for this installation, with the defaults of the manifest.

        Only the plugin's own client gets secret settings (`writeOnly: true`); a person's gets the others.
        """
        return self.installation()["settings"]

    def installation(self):
        """What the API says about this installation, such as the `timezone` of the organisation in `locale`."""
        return self.request("GET", "/installation")

    def read(self, tool, **arguments):
        """Reads records of the platform with its MCP server: `person.read("list_cases", query="rent")["items"]`.

        The tools, and the scope that each of them needs, are in the reference of the MCP server.
        """
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        reply = self.request("POST", "/mcp", call, reads=True)
        if "error" in reply:
            problem = {"code": "mcp.tool_unavailable", "detail": reply["error"]["message"]}
            raise ApiError(403, {**problem, **reply["error"].get("data", {})}, tool)
        result = reply["result"]
        if result.get("isError"):
            problem = {"code": "mcp.tool_failed", "detail": result["content"][0]["text"], **result.get("_meta", {})}
            raise ApiError(problem.get("status", 502), problem, tool)
        return result["structuredContent"]

    def request(self, method, path, body=None, key=None, revision=None, reads=False):
        """Sends a request, with the same idempotency key in every attempt, so that repeating has no second effect."""
        writes = method != "GET" and not reads
        if writes and self.read_only:
            raise ReadOnly(f"{method} {path}")
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        headers["Accept"] = "application/json, text/event-stream" if reads else "application/json"
        if writes:
            headers["Idempotency-Key"] = _sent_key(key) if key else str(uuid.uuid4())
        if self.handle:
            headers["Service-Handle"] = self.handle
        if revision is not None:
            headers["If-Match"] = f'"{revision}"'
        data = None if body is None else json.dumps(body).encode()
        for attempt in range(1, ATTEMPTS + 1):
            request = urllib.request.Request(self.api_base + path, data, headers, method=method)
            timeout = min(TIMEOUT_SECONDS, max(self.deadline - time.monotonic(), 0.01))
            pause = random.uniform(0.1, 0.3) * 2**attempt
            try:
                with urllib.request.urlopen(request, timeout=timeout) as response:
                    return json.loads(response.read() or b"null")
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503) or self._is_last(attempt, pause):
                    raise ApiError(error.code, _problem(error.read()), f"{method} {path}") from None
            except OSError:
                if self._is_last(attempt, pause):
                    raise
            time.sleep(pause)

    def _is_last(self, attempt, pause):
        return attempt == ATTEMPTS or time.monotonic() + pause >= self.deadline

    def record(self, type, external_id):
        return self.request("GET", f"/records/{type}/{quote(external_id, safe='')}")

    def put_record(self, type, external_id, data, revision=None):
        path = f"/records/{type}/{quote(external_id, safe='')}"
        return self.request("PUT", path, {"data": data}, revision=revision)

    def records(self, type):
        """All records of a type, page after page."""
        cursor = ""
        while cursor is not None:
            page = self.request("GET", f"/records/{type}?limit=200" + (f"&cursor={quote(cursor)}" if cursor else ""))
            yield from page["items"]
            cursor = page["next_cursor"]

    @contextmanager
    def charge(self, service, quantity, key):
        """Reserves MU, and pays when the block succeeds. When it raises an error, nothing is paid.

        Repeated with the same key, it pays once: it uses the same hold, or a new one when that one was released or has
        expired. The block runs again.
        """
        hold = self._usable_hold({"service": service, "count": quantity}, key)
        try:
            yield
        except BaseException:
            with suppress(ApiError, OSError):  # The hold ends by itself after 15 minutes.
                self.request("POST", f"/wallet/holds/{hold['id']}/release", {})
            raise
        self.request("POST", f"/wallet/holds/{hold['id']}/settle", {}, key=f"{key}.settle")

    def _usable_hold(self, use, key):
        for number in count(1):
            hold = self.request("POST", "/wallet/holds", use, key=f"{key}.hold.{number}")
            # The answer to a repetition is the first one, so the status may have changed.
            try:
                status = self.request("GET", f"/wallet/holds/{hold['id']}")["status"]
            except ApiError as error:
                if error.code != "wallet.hold_not_found":
                    raise
                status = "settled"  # Settled holds are removed after a time.
            if status not in ("released", "expired"):
                return hold


def _params_text(params):
    """What the answer says beyond its code: each field that was refused, or the params as JSON."""
    problems = params.get("problems") if isinstance(params, dict) else None
    if not (isinstance(problems, list) and all(isinstance(problem, dict) for problem in problems)):
        return json.dumps(params, ensure_ascii=False)[:MAX_PARAMS_LENGTH] if params else None
    texts = [_field_text(problem)[:MAX_FIELD_LENGTH] for problem in problems[:MAX_FIELDS]]
    return "; ".join([*texts, *([f"and {len(problems) - MAX_FIELDS} more"] if len(problems) > MAX_FIELDS else [])])


def _field_text(problem):
    """One refused field: `/data/phone must be string, not integer (put it in quotes)`."""
    hint = f"({problem['hint']})" if problem.get("hint") else None
    text = " ".join(part for part in (problem.get("path"), problem.get("message"), hint) if part)
    return " ".join(text.split())  # In one line: a name in a path may have a line break.


def _sent_key(key):
    """A key may be made of any id. One that the API would not accept is replaced by its SHA-256."""
    return key if re.fullmatch(r"[A-Za-z0-9._:-]{1,128}", key) else hashlib.sha256(key.encode()).hexdigest()


def _problem(text):
    try:
        problem = json.loads(text)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}
