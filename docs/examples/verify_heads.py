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


def node(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


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
        signed = base64.b64decode(signature, validate=True)
        load_der_public_key(base64.b64decode(public_key)).verify(signed, text)
    except (InvalidSignature, ValueError):
        return False
    return base64.b64encode(signed).decode() == signature


def head_lines(head):
    names = ["events", "position", "chain", "root", *(["parts"] if head["parts"] is not None else []), "signedAt"]
    return [f"perktree-chain-head-{len(names) - 4}", *(head[name] for name in names)]


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
            elif before["until"] != key["since"] or (is_after_revocation(before, key) and key["publicKey"] != given):
                wrong.append(f"key {key['keyId']}: its predecessor ended at another time")
        if revoked is not None:
            by = known.get(revoked["by"])
            lines = ["perktree-key-revocation-1", key["keyId"], revoked["at"], revoked["reason"], revoked["by"]]
            if by is None or by is key or not is_signed(lines, revoked["signature"], by["publicKey"]):
                wrong.append(f"key {key['keyId']}: its revocation is not signed by another key")
    trusted = {key["keyId"]: key for key in keys if key["publicKey"] == given}
    for key in keys * len(keys):
        before = trusted.get((key["handOver"] or {}).get("from"))
        if before is not None and not is_after_revocation(before, key):
            trusted[key["keyId"]] = key
    return trusted


def counts_at(key, time):
    since, until = key["since"] if key["handOver"] else time, key["until"] or time
    return since <= time <= until and not (key["revoked"] and key["revoked"]["at"] <= time)


def is_consistent(first, second, path, before, after):
    """RFC 9162, 2.1.4.2."""
    if first == second:
        return path == [] and before == after
    hashes = ([before] if first & (first - 1) == 0 else []) + path
    if not hashes:
        return False
    fn, sn, fr, sr = first - 1, second - 1, hashes[0], hashes[0]
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
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
    for before, after in zip(ordered, ordered[1:]):
        is_same_size = before["events"] == after["events"]
        if after["signedAt"] < before["signedAt"] or (is_same_size and before["chain"] != after["chain"]):
            wrong.append(f"heads of {before['events']} and {after['events']} events: dates or chains differ")
    for root, path in (("root", "path"), ("parts", "partsPath")):
        having = [head for head in ordered if head[root] is not None]
        for before, after in zip(having, having[1:]):
            sizes = before["events"], after["events"]
            proof = next((each for each in proofs if (each["from"], each["to"]) == sizes), {path: [] if sizes[0] == sizes[1] else None})
            hashes = None if proof[path] is None else [bytes.fromhex(hash) for hash in proof[path]]
            if hashes is None or not is_consistent(*sizes, hashes, bytes.fromhex(before[root]), bytes.fromhex(after[root])):
                wrong.append(f"heads of {sizes[0]} and {sizes[1]} events: not proven to be of one history ({root})")
    return wrong


if __name__ == "__main__":
    heads_file, keys_file, proofs_file, trusted_key = sys.argv[1:]
    found = check(read(heads_file)["heads"], read(keys_file)["keys"], read(proofs_file), trusted_key)
    print("\n".join(found) or "All heads are signed by trusted keys and of one history.")
    sys.exit(1 if found else 0)
