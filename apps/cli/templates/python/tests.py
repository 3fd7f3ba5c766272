"""The plugin as the platform sees it: signed calls over HTTP. `kushk plugin test` checks the rest of the contract.

Run with `python3 -m unittest tests`.
"""

import base64
import hashlib
import hmac
import io
import json
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
from contextlib import redirect_stderr, redirect_stdout
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest.mock import patch

import kushk_verify as ed25519
import plugin
from client import ApiError
from server import PAGE_ROUTES, create_server
from service import Service
from store import Store

NEW_SECRET = "ks_new456789abcdefghijklmnopqrstuvwxyz00"
SECRET, TOKEN = "ks_0123456789abcdefghijklmnopqrstuvwxyz", "ki_0123456789abcdefghijklmnopqrstuvwxyz"


class PluginTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.records, cls.requests, cls.keys, cls.proposals = {}, [], {}, []
        cls.instance = start(instance_server(cls.records, cls.requests, cls.keys, cls.proposals))
        cls.service = Service(plugin, Store(cls.folder.name), cls.instance)
        cls.server = start(create_server(cls.service, "127.0.0.1", 0))

    def test_1_refuses_a_forged_signature(self):
        headers = {"Service-Signature": "t=1,v1=" + "0" * 64}
        self.assertEqual(self.call("/service/lifecycle", self.installed(), headers)[0], 401)

    def test_1_names_what_is_wrong_with_a_call(self):
        tool = "/service/tools/find_reminders"
        unsigned = {"Service-Installation-Id": "", "Service-Signature": "", "Service-Issuer-Signature": ""}
        for path, body, headers, expected in (
            (tool, {}, unsigned, (401, "signature.invalid")),
            (tool, {}, {"Service-Signature": ""}, (401, "signature.invalid")),
            ("/service/lifecycle", self.installed(), unsigned, (401, "signature.invalid")),
            (tool, [], {}, (400, "request.malformed")),
            ("/service/lifecycle", {**self.installed(), "token": None}, {}, (400, "request.invalid")),
            ("/service/lifecycle", {**self.installed(), "api_base": "http://x.ir"}, {}, (400, "request.invalid")),
            ("/service/other", {}, {}, (404, "request.not_found")),
        ):
            with redirect_stdout(io.StringIO()) as log:
                status, answer = self.call(path, body, headers)
            self.assertEqual((status, answer["code"]), expected, path)
            # A signature that does not pass has a line that says why.
            line = "refused a call: the signature" if status == 401 else f"{status} refused {path} {expected[1]}"
            self.assertEqual((log.getvalue().count("\n"), log.getvalue().startswith(line)), (1, True), log.getvalue())

    def test_1_names_the_hub_that_did_not_answer(self):
        with patch.object(self.service, "hub", "http://127.0.0.1:1"), redirect_stdout(io.StringIO()) as log:
            self.assertEqual(self.call("/service/lifecycle", self.installed())[0], 401)
        self.assertRegex(log.getvalue(), r"keys were requested from http://127\.0\.0\.1:1 \(no keys came: .*refused")

    def test_2_proposes_the_first_reminder_when_it_is_installed(self):
        self.assertEqual(self.call("/service/lifecycle", self.installed())[0], 200)
        self.assertRegex(self.proposals[0]["changes"]["starts_at"], r"T09:00:00\+05:30$")

    def test_2_reads_the_date_from_the_clocks_of_the_organisation(self):
        # These clocks are 25 hours apart: there the date is never the same.
        self.assertGreater(plugin.day_after(1, "Pacific/Kiritimati"), plugin.day_after(1, "Pacific/Pago_Pago"))

    def test_3_stores_what_people_decided(self):
        data = {"external_id": "welcome", "outcome": "rejected", "reason": "Not now", "revision": 1}
        event = {"id": "evt_1", "type": "plugin.proposal.settled", "installation_id": "ins_1", "data": data}
        self.assertEqual(self.call("/service/events", event, {"Service-Event-Id": "evt_1"})[0], 200)
        self.assertEqual(self.records["reminder/welcome"]["data"]["reason"], "Not now")

    def test_4_answers_the_tool(self):
        call = {"installation_id": "ins_1", "user_id": "per_1", "handle": "kh_1", "arguments": {"text": "reminders"}}
        _status, answer = self.call("/service/tools/find_reminders", call)
        self.assertEqual([reminder["title"] for reminder in answer["content"]], ["Try the reminders"])

    def test_4_names_in_its_log_a_tool_that_it_does_not_have(self):
        call = {"installation_id": "ins_1", "user_id": "per_1", "handle": "kh_1", "arguments": {}}
        with redirect_stdout(io.StringIO()) as log:
            self.assertEqual(self.call("/service/tools/other", call)[0], 404)
        self.assertEqual(log.getvalue(), "404 refused /service/tools/other tool.not_found\n")

    def test_4_lets_a_tool_read_but_not_write(self):
        def look_and_write(context, _arguments):
            seen.update(context.installation, version=context.version, cases=context.person.read("list_cases")["items"])
            context.client.put_record("reminder", "r9", {})

        seen = {}
        call = {"installation_id": "ins_1", "user_id": "per_1", "handle": "kh_1", "arguments": {}}
        with patch.dict(plugin.TOOLS, {"look": look_and_write}), redirect_stderr(io.StringIO()) as log:
            status, answer = self.call("/service/tools/look", call, {"Service-Plugin-Version": "1.4.0"})
        self.assertEqual((status, answer["code"]), (500, "auth.handle_read_only"))
        self.assertEqual((seen["installation_id"], seen["version"]), ("ins_1", "1.4.0"))
        self.assertEqual(seen["cases"], [{"id": "cas_1"}])
        self.assertIn("PUT /records/reminder/r9", log.getvalue())
        self.assertRegex(log.getvalue(), r"\n    at look_and_write \(.*tests\.py:[0-9]+\)\n$")

    def test_4_writes_only_into_its_log_why_it_failed(self):
        call = {"installation_id": "ins_1", "user_id": "per_1", "handle": "kh_1", "arguments": {}}
        causes = (
            (lambda *_: {}["gone"], "KeyError: 'gone'"),
            (refused_read, "needs x.read"),
            (no_json, r"set is not JSON serializable\n    at no_json \(.*tests\.py:[0-9]+\)\n$"),
        )
        for fail, expected in causes:
            with patch.dict(plugin.TOOLS, {"fail": fail}), redirect_stderr(io.StringIO()) as log:
                status, answer = self.call("/service/tools/fail", call)
            self.assertEqual((status, answer["code"]), (500, "plugin.failed"))
            self.assertRegex(log.getvalue(), expected)

    def test_4_names_the_fields_of_a_record_that_were_refused(self):
        with self.assertRaises(ApiError) as refused:
            self.service.client("ins_1").put_record("reminder", "refused", {"title": 7})
        self.assertIn(" | /data/title must be string, not integer (put it in quotes)", str(refused.exception))

    def test_5_charges_for_a_reminder_that_a_person_adds_on_the_page(self):
        body = {"installation_id": "ins_1", "handle": "kh_1", "id": "r1", "title": "Call Sara", "days": 7}
        self.assertEqual(self.call("/reminders", body)[0], 201)
        self.assertEqual(self.call("/reminders", body)[0], 201)  # A double click pays once.
        for path in ("/wallet/holds", "/wallet/holds/hld_1/settle"):
            self.assertEqual(len(self.keys[path]), 1)
        self.assertEqual(self.call("/reminders", {**body, "id": "یک/۱"})[0], 201)  # A key may be made of any id.
        for key in self.keys["/proposals"] | self.keys["/wallet/holds"]:
            self.assertRegex(key, r"\A[A-Za-z0-9._:-]{1,128}\Z")
        posts = [request for request in self.requests if request.startswith("POST")]
        self.assertEqual(posts[-3:], ["POST /wallet/holds", "POST /proposals", "POST /wallet/holds/hld_1/settle"])

    def test_5_gives_the_page_the_code_of_the_api_on_every_route(self):
        def refused(service, _body):
            service.client("ins_1").put_record("reminder", "refused", {"title": 7})

        with patch.dict(PAGE_ROUTES, {"/other": refused}), redirect_stderr(io.StringIO()) as log:
            for path in ("/other", "/other?from=page"):
                status, answer = self.call(path, {})
                self.assertEqual((status, answer["code"]), (422, "record.invalid"))
        self.assertIn("/other failed", log.getvalue())

    def test_6_lets_only_its_instance_embed_the_page(self):
        with urllib.request.urlopen(f"{self.server}/pages/app?installation_id=ins_1") as response:
            policy = response.headers["Content-Security-Policy"]
        self.assertTrue(policy.endswith(f"frame-ancestors {self.instance}"), policy)

    def test_7_accepts_both_secrets_after_it_has_renewed_its_own(self):
        self.service.rotate("ins_1", "signing_secret")
        event = {"id": "evt_1", "type": "plugin.wallet.low", "installation_id": "ins_1", "data": {}}
        for secret, status in ((NEW_SECRET, 200), (SECRET, 200), ("ks_other", 401)):
            self.assertEqual(self.call("/service/events", event, {"Service-Event-Id": "evt_1"}, secret)[0], status)

    def test_7_accepts_new_credentials_of_a_reconnect_once(self):
        path, fresh = "/service/lifecycle", "ks_reconnected_defghijklmnopqrstuvwxyz0"
        reconnect = {**self.installed(), "reconnect": True, "token": "ki_new", "signing_secret": fresh}
        event = {"id": "evt_9", "type": "plugin.wallet.low", "installation_id": "ins_1", "data": {}}
        later = int(time.time()) + 60
        stored = self.service.store.find("ins_1")
        with redirect_stdout(io.StringIO()) as log:
            self.assertEqual(self.call(path, reconnect, secret=fresh, issued_at=stored["issued_at"])[0], 401)
            self.assertEqual(self.call(path, reconnect, secret=NEW_SECRET, issued_at=later)[0], 401)
        self.assertRegex(log.getvalue(), "is not newer than the stored credentials\n.* does not match")
        self.assertEqual(self.call(path, reconnect, secret=fresh, issued_at=later)[0], 200)
        self.assertEqual(self.call("/service/events", event, {"Service-Event-Id": "evt_9"}, NEW_SECRET)[0], 401)
        self.assertEqual(self.service.store.find("ins_1")["token"], "ki_new")
        self.service.store.save("ins_1", stored)

    def test_8_forgets_a_removed_installation_once(self):
        self.assertEqual(self.service.store.installations(), ["ins_1"])
        removed = {"event": "removed", "installation_id": "ins_1"}
        with patch.object(plugin, "removed") as forget:
            answers = [self.call("/service/lifecycle", removed, secret=NEW_SECRET) for _ in range(2)]
        self.assertEqual(answers, [(200, {"status": "forgotten"}), (200, {"status": "repeated"})])
        forget.assert_called_once_with("ins_1")
        self.assertEqual(self.service.store.installations(), [])

    def installed(self):
        credentials = {"api_base": f"{self.instance}/i/ins_1/plugin/v1", "token": TOKEN, "signing_secret": SECRET}
        ids = {"installation_id": "ins_1", "alias": "inst_1"}
        return {"event": "installed", **ids, **credentials, "scopes": [], "settings": {}}

    def call(self, path, body, headers=(), secret=SECRET, issued_at=None):
        """Sends a call as the platform does, with both signatures."""
        text, now = json.dumps(body).encode(), int(time.time())
        claims = {"alg": "EdDSA", "kid": "test", "iss": self.instance, "aud": plugin.ID, "iat": issued_at or now}
        head = base64url(json.dumps(claims).encode())
        issuer = f"{head}..{base64url(sign(f'{head}.{base64url(text)}'.encode()))}"
        digest = hmac.new(secret.encode(), b"%d." % now + text, hashlib.sha256).hexdigest()
        signed = {"Service-Signature": f"t={now},v1={digest}", "Service-Issuer-Signature": issuer}
        request = urllib.request.Request(
            self.server + path, text, {"Service-Installation-Id": "ins_1", **signed, **dict(headers)}
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, json.loads(response.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())


def instance_server(records, requests, keys, proposals):
    """A small instance: it publishes its key, and answers the API from memory."""

    class Handler(BaseHTTPRequestHandler):
        def answer(self):
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
            path = self.path.replace("/i/ins_1/plugin/v1", "")
            requests.append(f"{self.command} {path}")
            if self.command == "POST":
                keys.setdefault(path, set()).add(self.headers["Idempotency-Key"])
            status, value = self.reply(path, body)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(value).encode())

        def reply(self, path, body):
            if path == "/.well-known/jwks.json":
                key = {"kty": "OKP", "crv": "Ed25519", "kid": "test", "x": base64url(PUBLIC_KEY)}
                return 200, {"keys": [{**key, "service_origins": [f"http://{self.headers['Host']}"]}]}
            if path == "/mcp" and body["params"]["name"] == "list_cases":
                return 200, {"result": {"structuredContent": {"items": [{"id": "cas_1"}]}}}
            if path == "/mcp":
                return 200, {"error": {"code": -32602, "message": "Unknown tool, needs x.read"}}
            if path == "/installation/rotate":
                return 200, {"signing_secret": NEW_SECRET, "previous_valid_until": "2030-01-01T00:00:00Z"}
            if path.count("/") == 3 and path.startswith("/records/"):
                key = path[len("/records/") :]  # The type and the id: `reminder/welcome`.
                record = records.get(key)
                if self.command == "PUT" and body["data"].get("title") == 7:
                    message = "must be string, not integer"
                    problem = {"path": "/data/title", "message": message, "hint": "put it in quotes"}
                    return 422, {"code": "record.invalid", "params": {"problems": [problem]}}
                if self.command == "PUT":
                    revision = record["revision"] + 1 if record else 1
                    records[key] = record = {"data": body["data"], "revision": revision}
                return (200, record) if record else (404, {"code": "record.not_found"})
            if path.startswith("/records/"):
                prefix = path[len("/records/") :].split("?")[0] + "/"
                items = [record for key, record in records.items() if key.startswith(prefix)]
                return 200, {"items": items, "next_cursor": None}
            if path == "/proposals":
                proposals.append(body)
            locale = {"timezone": "Asia/Kolkata"}
            return 201, {"id": "hld_1", "status": "pending", "settings": {"hour": 9}, "locale": locale}

        do_GET = do_PUT = do_POST = answer

        def log_message(self, *_args):
            pass

    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)


def refused_read(context, _arguments):
    return context.client.read("list_x")


def no_json(_context, _arguments):
    return {"a", "b"}


def start(server):
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


# Ed25519 signatures with a key of this test (RFC 8032, 5.1.6).
_HASH = hashlib.sha512(b"a key for tests only").digest()
_SCALAR = int.from_bytes(_HASH[:32], "little") & (2**254 - 8) | 2**254


def compress(point):
    inverse = pow(point[2], ed25519._P - 2, ed25519._P)
    x, y = point[0] * inverse % ed25519._P, point[1] * inverse % ed25519._P
    return (y | (x & 1) << 255).to_bytes(32, "little")


PUBLIC_KEY = compress(ed25519._multiply(_SCALAR, ed25519._BASE))


def sign(message):
    number = int.from_bytes(hashlib.sha512(_HASH[32:] + message).digest(), "little") % ed25519._L
    point = compress(ed25519._multiply(number, ed25519._BASE))
    challenge = int.from_bytes(hashlib.sha512(point + PUBLIC_KEY + message).digest(), "little")
    return point + ((number + challenge * _SCALAR) % ed25519._L).to_bytes(32, "little")
