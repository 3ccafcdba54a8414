"""Does with the Python SDK what a test says, one JSON line after the other. See sdk-driver.ts."""

import base64
import json
import os
import re
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../sdk/python"))

import quittance  # noqa: E402


def snake_case(name):
    return re.sub("[A-Z]+", lambda found: "_" + found.group().lower(), name)


def read(value):
    """Bytes come as Base64."""
    if isinstance(value, dict) and "base64" in value:
        return quittance.File(base64.b64decode(value["base64"]), "receipt.png")
    return value


def client(keys):
    ahead = keys.pop("aheadSeconds", 0)
    named = {snake_case(name): value for name, value in keys.items()}
    return quittance.Quittance(**named, now=lambda: time.time() + ahead)


def answer(task):
    if task["do"] == "verify":
        options = {snake_case(name): value for name, value in task["options"].items()}
        verified = quittance.verify_notification(task["headers"], task["body"].encode(), **options)
        return {"id": verified.id, "notification": verified.notification}
    if task["do"] == "sign":
        return quittance.sign_test_notification(quittance.make_test_notification("paid"), **task["options"])[0]
    method = getattr(client(task["client"]), snake_case(task["do"]))
    named = {snake_case(name): read(value) for name, value in task.get("named", {}).items()}
    made = method(*[read(one) for one in task.get("given", [])], **named)
    return made if isinstance(made, (dict, list)) else list(made)


for line in sys.stdin:
    try:
        result = {"answer": answer(json.loads(line))}
    except quittance.QuittanceError as error:
        kind, code, field = type(error).__name__, error.code, error.field
        result = {"error": {"kind": kind, "code": code, "status": error.status, "field": field, "whatToDo": error.what_to_do}}
    except (TypeError, ValueError) as error:
        result = {"misuse": str(error)}
    print(json.dumps(result), flush=True)
