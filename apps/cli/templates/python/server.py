"""The HTTP server: the calls of the platform, the page with its files, and what the page asks of this server."""

import json
import re
import sys
import traceback
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from client import ApiError, ReadOnly
from service import Refused

FOLDER = Path(__file__).parent
PAGES = FOLDER / "pages"
# Files between the HTTP server and what the plugin does: a line in them is not where a mistake is.
MACHINERY = {"server.py", "service.py", "client.py", "store.py", "kushk_verify.py"}
MAX_PLACES = 5
MAX_LOGGED_PATH = 80
TYPES = {".mjs": "text/javascript", ".css": "text/css"}
MAX_BODY_BYTES = 1024 * 1024

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reminders</title>
<meta name="service-origin" content="{origin}">
<link rel="stylesheet" id="service-fonts" href="{origin}/sdk/fonts.css">
<link rel="stylesheet" href="app.css">
<script src="{origin}/sdk/bridge.js"></script>
<script type="module" src="app.mjs"></script>
</head>
<body></body>
</html>
"""
# Only the platform may show the page in a frame, and only its script and ours run.
POLICY = (
    "default-src 'none'; script-src 'self' {origin}; style-src 'self' {origin}; font-src 'self' {origin}; "
    "img-src 'self' data:; connect-src 'self' {origin}; base-uri 'none'; frame-ancestors {origin}"
)


def create_server(service, host, port):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 10

        def log_request(self, *_args):
            pass  # `kushk dev` shows every call of the platform.

        def log_error(self, format, *args):
            if not format.startswith("Request timed out"):  # The end of a connection that is kept open is no error.
                super().log_error(format, *args)

        def do_POST(self):
            try:
                path = urlsplit(self.path).path
                # The signature covers the body exactly as it was received, so it is read before anything parses it.
                length = self.headers.get("Content-Length", "")
                if not re.fullmatch("[0-9]{1,7}", length) or int(length) > MAX_BODY_BYTES:
                    self.close_connection = True
                    raise Refused(413, "request.too_large")
                body = self.rfile.read(int(length))
                if path.startswith("/service/"):
                    return self.answer(200, service.call(path, self.headers, body))
                if path in PAGE_ROUTES:
                    return self.answer(201, PAGE_ROUTES[path](service, body))
                raise Refused(404, "not_found")
            except Refused as error:
                if self.path.startswith("/service/") and not error.is_logged:
                    print(f"{error.status} refused {printable(self.path)} {error.code}", flush=True)
                self.answer_problem(error.status, error.code)
            except ApiError as error:
                print(f"{self.path} failed: {error}{places_of(error)}", file=sys.stderr, flush=True)
                if path in PAGE_ROUTES:  # The page has texts for codes such as wallet.insufficient_balance.
                    return self.answer_problem(error.status, error.code)
                # The platform sends an event again. A tool that writes is a mistake that its code names.
                self.answer_problem(500, error.code if isinstance(error, ReadOnly) else "plugin.failed")
            except Exception:  # Only the log tells what failed: the platform must not see the plugin's data.
                print(f"{self.path} failed: {traceback.format_exc()}", file=sys.stderr, flush=True)
                self.answer_problem(500, "plugin.failed")

        def do_GET(self):
            url = urlsplit(self.path)
            file = PAGES / url.path[len("/pages/") :]
            if url.path == "/health":
                self.answer(200, {"status": "ok"})
            elif url.path.startswith("/service/"):
                self.answer_problem(405, "request.method_not_allowed", {"Allow": "POST"})
            elif url.path == "/pages/app":
                self.answer_page(parse_qs(url.query).get("installation_id", [""])[0])
            elif url.path.startswith("/pages/") and file.parent == PAGES and file.suffix in TYPES and file.exists():
                self.send(200, file.read_bytes(), {"Content-Type": f"{TYPES[file.suffix]}; charset=utf-8"})
            else:
                self.answer_problem(404, "not_found")

        def answer_page(self, installation_id):
            try:
                api_base = urlsplit(service.client(installation_id).api_base)
            except (Refused, ValueError):
                return self.answer_problem(404, "not_found")
            origin = f"{api_base.scheme}://{api_base.netloc}"
            headers = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}
            policy = {"Content-Security-Policy": POLICY.format(origin=origin), "Referrer-Policy": "no-referrer"}
            self.send(200, PAGE.format(origin=escape(origin)).encode(), {**headers, **policy})

        def answer(self, status, value, headers=()):
            self.send(status, json.dumps(value).encode(), {"Content-Type": "application/json", **dict(headers)})

        def answer_problem(self, status, code, headers=()):
            """A problem document (RFC 9457). It says nothing about the inside of the plugin."""
            problem = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "code": code}
            self.answer(status, problem, {"Content-Type": "application/problem+json", **dict(headers)})

        def send(self, status, body, headers):
            self.send_response(status)
            for name, value in {**headers, "X-Content-Type-Options": "nosniff", "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

    return ThreadingHTTPServer((host, port), Handler)


def printable(path):
    """A path from the network, which may contain what changes a terminal."""
    return re.sub("[^!-~]", "?", path[:MAX_LOGGED_PATH])


def places_of(error):
    """The lines of the plugin's own files that led to an error, the last one first."""
    frames = [
        frame
        for frame in reversed(traceback.extract_tb(error.__traceback__))
        if Path(frame.filename).parent == FOLDER and Path(frame.filename).name not in MACHINERY
    ]
    return "".join(f"\n    at {frame.name} ({frame.filename}:{frame.lineno})" for frame in frames[:MAX_PLACES])


def add_reminder(service, body):
    """POST /reminders {installation_id, handle, id, title, days}: a person adds a reminder on the page."""
    try:
        asked = json.loads(body)
        names = ("installation_id", "handle", "id", "title", "days")
        installation_id, handle, reminder_id, title, days = (asked[name] for name in names)
        client = service.client(installation_id)
        person = client.on_behalf_of(handle)
        # Refuses a handle that is not valid, before anything is charged.
        day = service.plugin.day_after(days, person.installation()["locale"]["timezone"])
    except (KeyError, TypeError, ValueError, OverflowError):
        raise Refused(400, "request.invalid") from None
    service.plugin.sell_reminder(client, person, reminder_id, title, day)
    return {"status": "proposed"}


# What the page may ask of this server: a POST route and its function, whose answer is sent with 201. An error of the
# API reaches the page with its code.
PAGE_ROUTES = {"/reminders": add_reminder}
