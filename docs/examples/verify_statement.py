#!/usr/bin/env python3
"""python3 verify_statement.py FILE [PUBLIC_KEY [PREDECESSOR]]: checks a statement, written from docs/reference/statement-format.md.

Without PUBLIC_KEY it takes the key in the file. With --lines it reads from standard input, one JSON object a line:
{"file", "key", "predecessor"}, files in base64, and answers the codes of each as a JSON list.
It needs Python 3.9, the package cryptography, and statement_columns.py, statement_form.py and statement_money.py beside it. Exit code 0: nothing is wrong. 1: something is. 2: it cannot be read.
"""
import base64
import hashlib
import json
import re
import sys
from datetime import datetime

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import load_der_public_key
from statement_columns import unpacked
from statement_form import SIMPLE, Refused, canonical, in_event, read, shape_of
from statement_money import check_money, totals_of

DOES_NOT_PROVE = [
    "That a sale took place. The sale amount is what staff entered, or the site's default.",
    "That an event was recorded at its time. The clock is the server's; events that count later than their own clock are listed.",
    "An opening balance, unless the predecessor is checked with the statement.",
    "That no event of the period was left out. A replay of all history shows that.",
    "Anything against an operator who replaced events, chain and key before a head was published. "
    "Compare head and key with copies that were kept elsewhere.",
]


def digest(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def is_signed(lines, signature, public_key):
    text = "".join(f"{line}\n" for line in lines).encode()
    try:
        load_der_public_key(base64.b64decode(public_key)).verify(base64.b64decode(signature), text)
    except (InvalidSignature, ValueError, AttributeError, TypeError):
        return False
    return True


def fingerprint_of(file, is_simple):
    form = SIMPLE.encode if is_simple else canonical
    return digest(form({n: v for n, v in file.items() if n != "seal"}).encode()).hex()


def leaf_of(proven, form):
    if "parts" in proven:
        return digest(b"\0", *(hash_of_part(part, form) for part in proven["parts"]))
    event = proven["event"]
    names = ["stream", "revision", "eventId", "type", "data", "metadata"]
    return digest(b"\0", form([event[name] for name in names]).encode())


def hash_of_part(part, form):
    if "hidden" in part:
        return bytes.fromhex(part["hidden"])
    return digest(bytes.fromhex(part["salt"]), form([part["name"], part["value"]]).encode())


def root_of(size, leaves, proof):
    """None where the proof has too few or too many hashes."""
    numbers, hashes = sorted(leaves, reverse=True), [bytes.fromhex(each) for each in reversed(proof)]

    def root(first, count):
        if not numbers or numbers[-1] > first + count:
            return hashes.pop()
        if count == 1:
            return leaves[numbers.pop()]
        half = 1 << ((count - 1).bit_length() - 1)
        left = root(first, half)
        return digest(b"\1", left, root(first + half, count - half))

    try:
        found = root(0, size)
    except IndexError:
        return None
    return None if hashes else found.hex()


def seen(proven):
    """An event of which parts are shown, as if it had nothing else."""
    if "event" in proven:
        return {**proven, **proven["event"]}
    shown = [part for part in proven["parts"] if "salt" in part]
    data = {}
    for part in shown:
        if part["name"] == "terms" and isinstance(part["value"], dict):
            data.update(part["value"])
    own = {name: data.pop(name, None) for name in ("stream", "revision", "eventId", "type")}
    recorded = {"recordedAt": data.pop("recordedAt", None)}
    data["shares"] = [part["value"] for part in shown if part["name"].startswith("share ")]
    return {**proven, **own, "data": data, "metadata": recorded}


def seconds(time):
    """Raises ValueError where it is no time."""
    if not isinstance(time, str) or not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z", time, re.A):
        raise ValueError(time)
    found = datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp()
    if found < 0:
        raise ValueError(time)
    return found


def check(data, key=None, predecessor=None):
    """The codes of all that is wrong, and the statement."""
    try:
        file, is_simple = read(data)
        if not isinstance(file, dict) or file.get("format") != "perktree-statement":
            raise Refused("version")
        if file.get("version") != 7 or isinstance(file["version"], bool):
            raise Refused("version")
        statement = unpacked(file)
    except Refused as refused:
        return {str(refused)}, None
    shape = shape_of(statement)
    if shape:
        return set(shape), None
    wrong, fingerprint = set(), fingerprint_of(file, is_simple)
    statement["fingerprint"] = fingerprint

    def expect(code, is_right):
        if not is_right:
            wrong.add(code)

    head, about, events = statement["head"], statement["about"], [seen(each) for each in statement["events"]]
    public_key = statement["publicKey"]
    signer = key or public_key
    expect("key", signer == public_key and head["keyId"] == digest(base64.b64decode(public_key)).hex()[:16])
    names = ["events", "position", "chain", "root", *(["parts"] if head["parts"] else []), "signedAt"]
    lines = [f"perktree-chain-head-{len(names) - 4}", *(head[name] for name in names)]
    expect("head-signature", is_signed(lines, head["signature"], signer))
    expect("seal", is_signed(["perktree-statement-7", fingerprint], statement["seal"], signer))
    expect("period", statement["from"] <= statement["to"] and all(each["at"] < statement["to"] for each in events))
    expect("future", statement["to"] <= statement["createdAt"])
    expect("until", statement["until"] in (None, head["position"]))
    expect("limits", statement["doesNotProve"] == DOES_NOT_PROVE)
    numbers = [each["number"] for each in events]
    is_in_order = numbers == sorted(set(numbers)) and all(number <= head["events"] for number in numbers)
    expect("order", is_in_order)
    if is_in_order:
        form = SIMPLE.encode if is_simple else lambda value: canonical(value, in_event)
        leaves = {each["number"]: leaf_of(each, form) for each in statement["events"]}
        expected = head["root"] if about["kind"] == "site" else head["parts"]
        expect("proof", root_of(head["events"], leaves, statement["proof"]) == expected)
    for each in events:
        for place, part in enumerate(each.get("parts", [])):
            name = ["whole", "terms"][place] if place < 2 else f"share {place - 2}"
            expect("part", "hidden" in part or part["name"] == name)
        expect("about", is_about(each["data"], about))
    check_clocks(statement, events, expect)
    by_number = {each["number"]: each["data"] for each in events}
    texts = [text["number"] for text in statement["texts"]]
    expect("text", texts == sorted(set(texts)))
    for text in statement["texts"]:
        found = digest(b"perktree-text-1\n", bytes.fromhex(text["salt"]), text["text"].encode()).hex()
        expect("text", found == by_number.get(text["number"], {}).get("noteHash"))
    expect("total", totals_of(statement, events) == statement["totals"])
    expect("money", check_money(events))
    if predecessor is not None:
        found, before = check(predecessor, key)
        expect("predecessor", not found and joins(before, statement))
    return wrong, statement


def is_about(data, about):
    if about["kind"] == "site":
        return data.get("siteId") == about["id"]
    if "distributorId" in data:
        return data["distributorId"] == about["id"]
    return all(isinstance(share, dict) and share.get("ownerId") == about["id"] for share in data["shares"])


def check_clocks(statement, events, expect):
    moved, before = [], ""
    for each in events:
        recorded = each["metadata"].get("recordedAt")
        try:
            late = seconds(each["at"]) - seconds(recorded)
        except ValueError:
            late = -1
        expect("time", late >= 0 and each["at"] >= before)
        if round(late * 1000) > 300_000:
            moved.append({"number": each["number"], "at": each["at"], "recordedAt": recorded})
        before = each["at"]
    expect("clocks", statement["clocks"] == {"boundSeconds": 300, "moved": moved})


def joins(before, after):
    def balances(statement, name):
        rows = {(row["siteId"], row["distributorId"], row["currency"]): row[name] for row in statement["totals"]}
        return {row: amount for row, amount in rows.items() if amount != "0.00"}

    return (
        before["fingerprint"] == after["predecessor"]
        and before["about"] == after["about"]
        and before["to"] == after["from"]
        and before["until"] is None
        and before["head"]["events"] <= after["head"]["events"]
        and balances(before, "closing") == balances(after, "opening")
    )


def main(words):
    if words == ["--lines"]:
        for line in sys.stdin:
            case = json.loads(line)
            files = [base64.b64decode(case[name]) if case[name] else None for name in ("file", "predecessor")]
            print(json.dumps(sorted(check(files[0], case["key"], files[1])[0])))
        return 0
    if not 1 <= len(words) <= 3:
        print(__doc__, file=sys.stderr)
        return 2
    with open(words[0], "rb") as file:
        data = file.read()
    before = None
    if len(words) == 3:
        with open(words[2], "rb") as file:
            before = file.read()
    wrong, statement = check(data, words[1] if len(words) > 1 else None, before)
    if statement is None or wrong:
        print("Refused: " + ", ".join(sorted(wrong)))
        return 1 if statement else 2
    about, head = statement["about"], statement["head"]
    print(f"Statement of {about['kind']} {about['id']}, {statement['from']} until before {statement['to']} ({statement['timeZone']})")
    print("Final" if statement["until"] is None else f"Until position {statement['until']}, not final")
    print(f"Head: {head['events']} events, chain {head['chain']}; key {head['keyId']}, {'given' if len(words) > 1 else 'from the file'}")
    print("Fingerprint: " + statement["fingerprint"])
    print("Verified: form, signatures, proof, clocks, commissions, totals" + (", predecessor" if before else ""))
    print("It does not prove:\n" + "\n".join(f"- {limit}" for limit in DOES_NOT_PROVE))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
