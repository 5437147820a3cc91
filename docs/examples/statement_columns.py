"""Events and proof of a statement's file, by columns: docs/reference/statement-format.md#events. Of verify_statement.py."""
import base64
import binascii
import hashlib
from datetime import datetime, timedelta, timezone

from statement_form import Refused

LAST_TIME = 253402300799999
BEGINNING = datetime(1970, 1, 1, tzinfo=timezone.utc)


def expect(is_right, code="field"):
    if not is_right:
        raise Refused(code)


def is_whole(value):
    return type(value) is int and abs(value) < 2**53


def is_place(value, count):
    return type(value) is int and 0 <= value < count


def is_scalar(value):
    return not isinstance(value, (list, dict))


def unpacked(statement):
    """The statement with its events and its proof as lists."""
    expect("events" in statement and "proof" in statement)
    events = events_of(statement["events"])
    return {**statement, "events": events, "proof": pieces_of(statement["proof"], 32)}


def events_of(events):
    expect(isinstance(events, dict) and set(events) == {"groups", "of"})
    groups, of = events["groups"], events["of"]
    expect(isinstance(groups, list) and isinstance(of, list))
    expect(all(is_place(place, len(groups)) for place in of))
    rows = [0] * len(groups)
    for place in of:
        rows[place] += 1
    readers = [iter(rows_of(*columns_of(group, rows[n]), rows[n])) for n, group in enumerate(groups)]
    return [next(readers[place]) for place in of]


def columns_of(group, rows):
    expect(isinstance(group, dict) and set(group) == {"columns", "outline"} and rows > 0)
    expect(isinstance(group["columns"], list))
    columns, places = [], []
    for column in group["columns"]:
        values, own = column_of(column, rows, columns, places)
        expect(len(values) == rows)
        columns.append(values)
        places.append(own)
    used = {part for column in group["columns"] for part in column.get("derived", [])}
    for part in leaves_of(group["outline"]):
        expect(is_place(part, len(columns)))
        used.add(part)
    expect(all(n in used for n in range(len(columns))))
    return group["outline"], columns


def leaves_of(outline):
    if not isinstance(outline, (list, dict)):
        return [outline]
    inner = outline.values() if isinstance(outline, dict) else outline
    return [leaf for part in inner for leaf in leaves_of(part)]


def rows_of(outline, columns, rows):
    fill = filler(outline, columns)
    for row in range(rows):
        yield fill(row)


def filler(outline, columns):
    """What answers the value of a row."""
    if isinstance(outline, dict):
        members = [(name, filler(inner, columns)) for name, inner in outline.items()]
        return lambda row: {name: member(row) for name, member in members}
    if isinstance(outline, list):
        items = [filler(inner, columns) for inner in outline]
        return lambda row: [item(row) for item in items]
    return columns[outline].__getitem__


def column_of(column, rows, columns, places):
    """The values, and where they are few the place of each event's in them."""
    expect(isinstance(column, dict))
    form = set(column)
    if form == {"same"}:
        expect(is_scalar(column["same"]))
        return [column["same"]] * rows, None
    if form in ({"steps"}, {"times"}):
        return summed(*column.values(), form == {"times"}), None
    if form in ({"at", "values"}, {"as", "values"}):
        own = column.get("at")
        if "as" in column:
            expect(is_place(column["as"], len(columns)))
            own = places[column["as"]]
        expect(isinstance(own, list))
        few = plain_of(column["values"])
        expect(all(is_place(place, len(few)) for place in own))
        expect(len(set(own)) == len(few))
        return [few[place] for place in own], own
    if form != {"derived"}:
        return plain_of(column), None
    parts = column["derived"]
    expect(isinstance(parts, list) and all(isinstance(p, str) or is_place(p, len(columns)) for p in parts))
    return [derived_id([p if isinstance(p, str) else columns[p][row] for p in parts]) for row in range(rows)], None


def plain_of(column):
    form = set(column) if isinstance(column, dict) else None
    if form == {"uuids"}:
        return [uuid_of(piece) for piece in pieces_of(column["uuids"], 16)]
    if form == {"hashes"}:
        return pieces_of(column["hashes"], 32)
    expect(form == {"list"} and isinstance(column["list"], list) and all(map(is_scalar, column["list"])))
    return column["list"]


def summed(steps, is_time):
    expect(isinstance(steps, list))
    values, value = [], 0
    for step in steps:
        expect(is_whole(step))
        value += step
        expect(0 <= value <= LAST_TIME if is_time else is_whole(value))
        values.append(time_of(value) if is_time else value)
    return values


def time_of(milliseconds):
    time = BEGINNING + timedelta(milliseconds=milliseconds)
    return f"{time.replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"


def pieces_of(text, size):
    expect(isinstance(text, str))
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refused("spelling") from error
    expect(base64.b64encode(raw).decode() == text and len(raw) % size == 0, "spelling")
    digits = raw.hex()
    return [digits[n : n + 2 * size] for n in range(0, len(digits), 2 * size)]


def uuid_of(digits):
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def derived_id(parts):
    """The UUID (version 8, RFC 9562) of parts that are each preceded by their length in UTF-16 code units."""
    expect(all(isinstance(part, str) or is_whole(part) for part in parts))
    texts = [str(part) for part in parts]
    lengths = [len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2 for text in texts]
    found = hashlib.sha256("".join([f"{n}:{t}" for n, t in zip(lengths, texts)]).encode()).hexdigest()
    return uuid_of(f"{found[:12]}8{found[13:16]}{'89ab'[int(found[16], 16) & 3]}{found[17:32]}")
