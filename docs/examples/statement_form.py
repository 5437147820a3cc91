"""Bytes and fields of a statement: docs/reference/statement-format.md. Of verify_statement.py."""
import base64
import gzip
import json
import re


class Refused(Exception):
    """Carries the code."""


def number_text(value):
    """As ECMAScript prints it."""
    if isinstance(value, int):
        return str(value)
    text = repr(value)
    if "e" not in text and text.endswith(".0"):
        return text[:-2]
    if "e" not in text and not re.match(r"-?0\.0000", text):
        return text
    sign, digits, exponent = re.match(r"(-?)([\d.]+)(?:e(.*))?$", text).groups()
    whole, _, rest = digits.partition(".")
    point = len(whole) + int(exponent or 0)
    figures = (whole + rest).lstrip("0")
    point -= len(whole + rest) - len((whole + rest).lstrip("0"))
    figures = figures.rstrip("0")
    if len(figures) <= point <= 21:
        return sign + figures + "0" * (point - len(figures))
    if 0 < point <= 21:
        return f"{sign}{figures[:point]}.{figures[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{figures}"
    mantissa = figures[0] + ("." + figures[1:] if len(figures) > 1 else "")
    return f"{sign}{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def canonical(value, key=lambda name: name.encode("utf-16-be")):
    if isinstance(value, dict):
        names = sorted(value, key=key)
        return "{" + ",".join(f"{json.dumps(n, ensure_ascii=False)}:{canonical(value[n], key)}" for n in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item, key) for item in value) + "]"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number_text(value)
    return json.dumps(value, ensure_ascii=False)


SIMPLE = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))
# A name of digits, which ECMAScript puts first, or a number with a fraction.
OTHER = re.compile(r'"\d+":|(?:":|[\[,])-?\d+[.e]')


def is_in_order(text):
    """Its letters have the same order as code points and as UTF-16."""
    return text.isascii() or max(text) < "\ud800"


def in_event(name):
    """The order of names in the text of an event: whole numbers come first."""
    is_index = re.fullmatch(r"0|[1-9]\d*", name) and int(name) < 2**32 - 1
    return (0, int(name), b"") if is_index else (1, 0, name.encode("utf-16-be"))


def whole_number(token):
    value = int(token)
    if abs(value) >= 2**53 or str(value) != token:
        raise Refused("number")
    return value


def fraction(token):
    value = float(token)
    if value in (float("inf"), float("-inf")) or number_text(value) != token:
        raise Refused("number")
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def members(pairs):
    if len({name for name, _ in pairs}) != len(pairs):
        raise Refused("duplicate-key")
    return dict(pairs)


def constant(_):
    raise Refused("json")


def read(data):
    """The value, and whether `SIMPLE` writes its canonical form: then names and numbers have one order and one spelling."""
    try:
        plain = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
        text = plain.decode("utf-8")
        value = json.loads(
            text, object_pairs_hook=members, parse_int=whole_number, parse_float=fraction, parse_constant=constant
        )
    except Refused:
        raise
    except (ValueError, EOFError, OSError, RecursionError) as error:
        raise Refused("json") from error
    try:
        is_simple = is_in_order(text) and SIMPLE.encode(value) == re.sub(r"\n\Z", "", text) and not OTHER.search(text)
        form = text if is_simple else canonical(value)
        form.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Refused("text") from error
    is_other = not is_simple and re.sub(r"\n\Z", "", text) != form
    if isinstance(value, dict) and value.get("version") == 7 and is_other:
        raise Refused("canonical")
    return value, is_simple


def text_of(pattern):
    def check(value):
        if not isinstance(value, str):
            return ["field"]
        return [] if re.fullmatch(pattern, value, re.S | re.A) else ["spelling"]

    return check


def base64_of(size):
    def check(value):
        try:
            raw = base64.b64decode(value, validate=True)
        except (ValueError, TypeError):
            return ["spelling"]
        return [] if len(raw) == size and base64.b64encode(raw).decode() == value else ["spelling"]

    return check


def from_number(least):
    return lambda v: [] if isinstance(v, int) and not isinstance(v, bool) and v >= least else ["field"]


def or_null(check):
    return lambda value: [] if value is None else check(value)


def one_of(*choices):
    return lambda value: [] if value in choices and not isinstance(value, bool) else ["field"]


def list_of(check):
    return lambda value: [code for item in value for code in check(item)] if isinstance(value, list) else ["field"]


def any_object(value):
    return [] if isinstance(value, dict) else ["field"]


def fields(**checks):
    def check(value):
        if not isinstance(value, dict) or set(value) != set(checks):
            return ["field"] + [c for n in checks if isinstance(value, dict) and n in value for c in checks[n](value[n])]
        return [code for name in checks for code in checks[name](value[name])]

    return check


HASH, KEY_ID, NAME = text_of(r"[\da-f]{64}"), text_of(r"[\da-f]{16}"), text_of(r".+")
ID = text_of(r"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}")
TIME = text_of(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
AMOUNT, POSITION = text_of(r"(?!-0\.00\Z)-?(0|[1-9]\d*)\.\d\d"), text_of(r"0|[1-9]\d*")
EVENT = fields(stream=NAME, revision=from_number(0), eventId=ID, type=NAME, data=any_object, metadata=any_object)
HIDDEN, SHOWN = fields(hidden=HASH), fields(name=NAME, salt=HASH, value=lambda _: [])
PARTS = list_of(lambda part: (HIDDEN if isinstance(part, dict) and "hidden" in part else SHOWN)(part))
PROVEN = {
    "site": fields(number=from_number(1), at=TIME, event=EVENT),
    "distributor": fields(number=from_number(1), at=TIME, parts=PARTS),
}
TOTAL = fields(
    siteId=ID, distributorId=NAME, currency=text_of("[A-Z]{3}"), entries=from_number(0), opening=AMOUNT, earned=AMOUNT,
    takenBack=AMOUNT, sum=AMOUNT, paidOut=AMOUNT, writtenOff=AMOUNT, closing=AMOUNT,
)  # fmt: skip
MOVED = fields(number=from_number(1), at=TIME, recordedAt=NAME)
HEAD = fields(
    events=from_number(1), position=POSITION, chain=HASH, root=HASH, parts=or_null(HASH), signedAt=TIME, keyId=KEY_ID,
    signature=base64_of(64),
)  # fmt: skip


def shape_of(statement):
    about = statement.get("about")
    kind = about.get("kind") if isinstance(about, dict) else None
    kind = kind if isinstance(kind, str) else None
    return fields(
        format=NAME, version=from_number(7), about=fields(kind=one_of(*PROVEN), id=ID if kind == "site" else NAME),
        **{"from": TIME}, to=TIME, timeZone=NAME, createdAt=TIME, until=or_null(POSITION), predecessor=or_null(HASH),
        clocks=fields(boundSeconds=from_number(1), moved=list_of(MOVED)), doesNotProve=list_of(NAME),
        events=list_of(PROVEN.get(kind, lambda _: [])),
        texts=list_of(fields(number=from_number(1), salt=HASH, text=lambda v: [] if isinstance(v, str) else ["field"])),
        totals=list_of(TOTAL), head=HEAD, proof=list_of(HASH), publicKey=base64_of(44), seal=base64_of(64),
    )(statement)  # fmt: skip
