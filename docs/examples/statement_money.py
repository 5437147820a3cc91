"""Commissions, reversals and totals: docs/reference/statement-format.md#money. Of verify_statement.py."""
import json
import re


def hundredths(text):
    sign, whole, cents = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]{1,2}))?", str(text)).groups()
    value = int(whole + (cents or "").ljust(2, "0"))
    return -value if sign else value


def amount_text(value):
    digits = str(abs(value)).rjust(3, "0")
    return f"{'-' if value < 0 else ''}{digits[:-2]}.{digits[-2:]}"


def half_up(numerator, denominator):
    return (2 * numerator + denominator) // (2 * denominator)


# --- Totals ---

PAID = {"PayoutPaid": ("paidOut", 1), "PayoutReturned": ("paidOut", -1), "BalanceWrittenOff": ("writtenOff", 1)}
EARNING = ("BenefitRedeemed", "RedemptionConfirmed", "RedemptionReversed")


def totals_of(statement, events):
    """None where an amount cannot be read."""
    try:
        return computed_totals(statement, events)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def computed_totals(statement, events):
    sums = {}

    def row(*names):
        empty = {"opening": 0, "entries": 0, "earned": 0, "takenBack": 0, "paidOut": 0, "writtenOff": 0}
        return sums.setdefault(names, empty)

    for total in statement["totals"]:
        if hundredths(total["opening"]) != 0:
            names = (total["siteId"], total["distributorId"], total["currency"])
            row(*names)["opening"] = hundredths(total["opening"])
    about = statement["about"]
    for event in events:
        kind, data = event["type"], event["data"]
        if not statement["from"] <= event["at"] < statement["to"]:
            continue
        if kind in EARNING and (about["kind"] != "site" or data["siteId"] == about["id"]):
            for share in data["shares"]:
                if about["kind"] == "site" or share["ownerId"] == about["id"]:
                    total = row(data["siteId"], share["ownerId"], data["currency"])
                    total["entries"] += 1
                    side = "earned" if share.get("reversesEntryId") is None else "takenBack"
                    total[side] += hundredths(share["amount"])
        if kind in PAID:
            name, sign = PAID[kind]
            row(data["siteId"], data["distributorId"], data["currency"])[name] += sign * hundredths(data["amount"])

    def order(names):
        return json.dumps(names, ensure_ascii=False, separators=(",", ":")).encode("utf-16-be")

    return [filled(names, sums[names]) for names in sorted(sums, key=order)]


def filled(names, total):
    total["sum"] = total["earned"] + total["takenBack"]
    total["closing"] = total["opening"] + total["sum"] - total["paidOut"] - total["writtenOff"]
    texts = {name: value if name == "entries" else amount_text(value) for name, value in total.items()}
    return {"siteId": names[0], "distributorId": names[1], "currency": names[2], **texts}


# --- Commissions ---


def by_percents(path, sale, _):
    claimed = [node for node in path if node["ownerId"] is not None]
    percents = [hundredths(node["percent"]) for node in claimed] + [0]
    points = [here - below for here, below in zip(percents, percents[1:])]
    pool = half_up(sale * percents[0], 10_000)
    amounts = [sale * own // 10_000 for own in points]
    by_rest = sorted(range(len(points)), key=lambda n: (-(sale * points[n] % 10_000), -n))
    for n in by_rest[: pool - sum(amounts)]:
        amounts[n] += 1
    return pool, list(zip(claimed, points, amounts))


def by_tiers(path, sale, settings):
    tiers, left, shares = (settings or {}).get("tierAmounts") or [], sale, []
    for place in reversed(range(len(path))):
        if path[place]["ownerId"] is not None:
            amount = min(hundredths(tiers[place]) if place < len(tiers) else 0, left)
            left -= amount
            shares.insert(0, (path[place], half_up(amount * 10_000, sale) if sale else 0, amount))
    return sale - left, shares


RULES = {1: by_percents, 2: by_tiers}


def are_shares(data, path, settings):
    pool, expected = RULES[data["ruleVersion"]](path, hundredths(data["saleAmount"]), settings)
    found = {share["qrId"]: share for share in reversed(data["shares"])}
    return (
        data["pool"] == amount_text(pool)
        and len(data["shares"]) == len(expected)
        and all(
            qr["qrId"] in found
            and found[qr["qrId"]]["amount"] == amount_text(amount)
            and hundredths(found[qr["qrId"]]["percent"]) == points
            and found[qr["qrId"]]["ownerId"] == qr["ownerId"]
            for qr, points, amount in expected
        )
    )


def is_share_alone(data, share):
    sale, amount, percent = hundredths(data["saleAmount"]), hundredths(share["amount"]), hundredths(share["percent"])
    if data["ruleVersion"] == 2:
        return amount <= sale and percent == (half_up(amount * 10_000, sale) if sale else 0)
    floor, rest = divmod(sale * percent, 10_000)
    return share["amount"] == amount_text(amount) and (amount == floor or (rest > 0 and amount == floor + 1))


def check_money(events):
    """Whether every redemption and reversal computes."""
    redemptions, is_right = {}, True
    for event in events:
        try:
            is_right &= checked(event, redemptions)
        except (AttributeError, KeyError, IndexError, TypeError, ValueError):
            is_right = False
    return is_right


def checked(event, redemptions):
    kind, data, is_whole = event["type"], event["data"], "event" in event
    if kind not in EARNING:
        return True
    there = redemptions.get(data["redemptionId"])
    if kind == "RedemptionReversed":
        return takes_back(data, there, is_whole)
    if is_whole and kind == "RedemptionConfirmed" and not (there and there["waiting"]):
        return False
    redemption = {"data": data, "reversed": 0, "taken": {}}
    redemptions[data["redemptionId"]] = redemption
    if not is_whole:
        return data["ruleVersion"] in RULES and all(is_share_alone(data, share) for share in data["shares"])
    if kind == "RedemptionConfirmed":
        redemption.update(path=there["path"], waiting=None)
        return are_shares(data, there["path"], there["data"].get("ruleSettings"))
    waiting = data.get("awaitsConfirmation")
    redemption.update(path=data["path"], waiting=waiting)
    is_empty = not waiting or (data["pool"] == "0.00" and data["shares"] == [])
    return is_empty and are_shares({**data, **(waiting or {})}, data["path"], data.get("ruleSettings"))


# --- Reversals ---


def part_of(amount, reversed_so_far, sale):
    return half_up(amount * reversed_so_far, sale) if sale else 0


def taken_in_all(shares, reversed_so_far, sale, rule):
    earned = [share["earned"] for share in shares]
    if rule == 2:
        pool = part_of(sum(earned), reversed_so_far, sale)
    else:
        pool = half_up(reversed_so_far * sum(share["points"] for share in shares), 10_000)
    least = [share["taken"] for share in shares]
    counts = [max(part_of(e, reversed_so_far, sale), low) for e, low in zip(earned, least)]
    if abs(pool - sum(counts)) > 33 * len(counts):
        raise ValueError("more hundredths than rounding moves")
    while sum(counts) != pool:
        step = 1 if sum(counts) < pool else -1
        limit = earned if step == 1 else least
        free = [n for n in range(len(counts)) if (counts[n] < limit[n] if step == 1 else counts[n] > limit[n])]
        if not free:
            break
        best = free[0]
        for n in free[1:]:
            # Fractions compared by multiplying across; of equal ones the later place gains first and gives up last.
            here, there = (2 * counts[n] + step) * earned[best], (2 * counts[best] + step) * earned[n]
            if here <= there if step == 1 else here > there:
                best = n
        counts[best] += step
    return counts


def takes_back(data, redemption, is_whole):
    earlier, version = redemption["data"], data.get("ruleVersion") or 1
    if version not in (1, 2):
        return False
    sale, before = hundredths(earlier["saleAmount"]), redemption["reversed"]
    after = before + hundredths(data["amount"])
    back = {share["reversesEntryId"]: share for share in reversed(data["shares"])}
    shares = [
        {
            "entryId": share["entryId"],
            "ownerId": share["ownerId"],
            "points": hundredths(share["percent"]),
            "earned": hundredths(share["amount"]),
            "taken": redemption["taken"].get(share["entryId"], 0),
            "told": redemption["taken"].get(share["entryId"], 0)
            - hundredths(back.get(share["entryId"], {}).get("amount", "0.00")),
        }
        for share in earlier["shares"]
    ]
    is_right = after <= sale and (not is_whole or len(data["shares"]) == len(shares))
    if version == 2 and is_whole:
        counts = taken_in_all(shares, after, sale, earlier["ruleVersion"])
    elif version == 2:
        counts = [nearly(share, after, sale) for share in shares]
    else:
        counts = [share["taken"] + part_of(share["earned"], after, sale) - part_of(share["earned"], before, sale) for share in shares]
    for share, count in zip(shares, counts):
        own = back.get(share["entryId"])
        is_right = (
            is_right
            and own is not None
            and hundredths(own["amount"]) == share["taken"] - count
            and own["ownerId"] == share["ownerId"]
        )
        redemption["taken"][share["entryId"]] = share["told"]
    redemption["reversed"] = after
    return is_right


def nearly(share, after, sale):
    """What a distributor's share may have given back in all: which hundredth goes first depends on the other shares."""
    part, told = part_of(share["earned"], after, sale), share["told"]
    is_near = abs(told - part) <= 33 and share["taken"] <= told <= share["earned"]
    return told if is_near and (after < sale or told == share["earned"]) else part
