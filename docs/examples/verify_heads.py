#!/usr/bin/env python3
"""python3 verify_heads.py HEADS KEYS PROOFS PUBLIC_KEY: checks signed heads, written from docs/reference/chain-format.md alone.

HEADS: an answer of GET /api/audit/heads, KEYS of GET /api/audit/key, PROOFS a JSON list of answers of GET /api/audit/consistency.
PUBLIC_KEY: the key that the reader trusts. It needs Python 3.9 and the package cryptography. Exit code 0: all is right. 1: not.
"""
import base64
import hashlib
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import load_der_public_key


def sha256(data):
    return hashlib.sha256(data).digest()


def node(left, right):
    return sha256(b"\x01" + left + right)


def read(file):
    def pairs(found):
        if len({name for name, _ in found}) != len(found):
            raise ValueError("a name stands twice")
        return dict(found)

    with open(file, encoding="utf-8") as text:
        return json.load(text, object_pairs_hook=pairs)


def is_signed(lines, signature, public_key):
    text = "".join(f"{line}\n" for line in lines).encode()
    try:
        load_der_public_key(base64.b64decode(public_key)).verify(base64.b64decode(signature, validate=True), text)
    except (InvalidSignature, ValueError):
        return False
    return True


def head_lines(head):
    parts = [] if head["parts"] is None else [head["parts"]]
    first = f"perktree-chain-head-{1 if head['parts'] is None else 2}"
    return [first, head["events"], head["position"], head["chain"], head["root"], *parts, head["signedAt"]]


def is_after_revocation(before, key):
    return before["revoked"] is not None and before["revoked"]["at"] <= key["since"]


def trusted_keys(keys, given, wrong):
    known = {key["keyId"]: key for key in keys}
    for key in keys:
        if hashlib.sha256(base64.b64decode(key["publicKey"])).hexdigest()[:16] != key["keyId"]:
            wrong.append(f"key {key['keyId']}: another public key")
        hand_over, revoked = key["handOver"], key["revoked"]
        if hand_over is not None:
            before = known.get(hand_over["from"])
            lines = ["perktree-key-hand-over-1", hand_over["from"], key["keyId"], key["publicKey"], key["since"]]
            if before is None or not is_signed(lines, hand_over["signature"], before["publicKey"]):
                wrong.append(f"key {key['keyId']}: not signed by its predecessor")
            elif before["until"] != key["since"]:
                wrong.append(f"key {key['keyId']}: its predecessor ended at another time")
            elif is_after_revocation(before, key) and key["publicKey"] != given:
                wrong.append(f"key {key['keyId']}: handed over by a revoked key")
        if revoked is not None:
            by = known.get(revoked["by"])
            lines = ["perktree-key-revocation-1", key["keyId"], revoked["at"], revoked["reason"], revoked["by"]]
            if by is None or by is key or not is_signed(lines, revoked["signature"], by["publicKey"]):
                wrong.append(f"key {key['keyId']}: its revocation is not signed by another key")
    trusted = {key["keyId"]: key for key in keys if key["publicKey"] == given}
    while True:
        new = [key for key in keys if key["keyId"] not in trusted and key["handOver"] is not None
               and key["handOver"]["from"] in trusted and not is_after_revocation(known[key["handOver"]["from"]], key)]
        if not new:
            return trusted
        trusted.update({key["keyId"]: key for key in new})


def counts_at(key, time):
    is_begun = key["handOver"] is None or key["since"] <= time
    return is_begun and (key["until"] is None or time <= key["until"]) and not (key["revoked"] and key["revoked"]["at"] <= time)


def is_consistent(first, second, path, before, after):
    """RFC 9162, 2.1.4.2."""
    if first == second:
        return path == [] and before == after
    hashes = ([before] if first & (first - 1) == 0 else []) + path
    if not hashes:
        return False
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = hashes[0]
    for c in hashes[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while fn != 0 and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and fr == before and sr == after


def check(heads, keys, proofs, given):
    wrong = [] if heads else ["no heads"]
    trusted = trusted_keys(keys, given, wrong)
    for head in heads:
        key = trusted.get(head["keyId"])
        if key is None or not is_signed(head_lines(head), head["signature"], key["publicKey"]):
            wrong.append(f"head of {head['events']} events: not signed by a trusted key")
        elif not counts_at(key, head["signedAt"]):
            wrong.append(f"head of {head['events']} events: its key was not in use at {head['signedAt']}")
    ordered = sorted(heads, key=lambda head: (head["events"], head["signedAt"]))
    same = {"path": [], "partsPath": []}
    for before, after in zip(ordered, ordered[1:]):
        first, second = before["events"], after["events"]
        name = f"heads of {first} and {second} events"
        if after["signedAt"] < before["signedAt"] or first == second and before["chain"] != after["chain"]:
            wrong.append(f"{name}: dates or chains differ")
        proof = same if first == second else next((p for p in proofs if (p["from"], p["to"]) == (first, second)), None)
        for root, path in (("root", "path"), ("parts", "partsPath")):
            if before[root] is None or after[root] is None:
                continue
            found = None if proof is None or proof[path] is None else [bytes.fromhex(hash) for hash in proof[path]]
            if found is None or not is_consistent(first, second, found, bytes.fromhex(before[root]), bytes.fromhex(after[root])):
                wrong.append(f"{name}: not proven to be of one history ({root})")
    return wrong


if __name__ == "__main__":
    heads_file, keys_file, proofs_file, trusted_key = sys.argv[1:]
    found = check(read(heads_file)["heads"], read(keys_file)["keys"], read(proofs_file), trusted_key)
    print("\n".join(found) or "All heads are signed by trusted keys and of one history.")
    sys.exit(1 if found else 0)
