"""Runs kushk_verify.py over the vectors: `python3 run_vectors.py ../vectors.json` prints one verdict per line."""

import base64
import json
import sys

from kushk_verify import verify_call, verify_installed, verify_issuer

with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)
for vector in vectors["calls"]:
    body = base64.b64decode(vector["body_base64"])
    verdict = verify_call(vector["secrets"], vector["header"], body, vector["now"])
    print(f"{vector['name']}\t{verdict}")
for vector in vectors["issuers"]:
    body = base64.b64decode(vector["body_base64"])
    expected = {"plugin_id": vector["plugin_id"], "origin": vector["origin"], "now": vector["now"]}
    verdict = verify_issuer(vectors["jwks"], vector["header"], body, **expected)
    print(f"{vector['name']}\t{verdict}")
for vector in vectors["installed"]:
    expected = {name: vector[name] for name in ("plugin_id", "known", "now")}
    call = {**vector, "body": base64.b64decode(vector["body_base64"])}
    print(f"{vector['name']}\t{verify_installed(vectors['jwks'], call, **expected)}")
