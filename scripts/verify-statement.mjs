#!/usr/bin/env node
// Made of scripts/lib/verifier and contracts/kernel/strict-json.ts by npm run docs: change those.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import * as crypto from "node:crypto";
import { gunzipSync } from "node:zlib";
// audit-service/statement/limits.ts
/** What no statement can prove. The sentences stand in the file, on the paper and in what the verifier prints. */
var DOES_NOT_PROVE = [
	"That a sale took place. The sale amount is what staff entered, or the site's default.",
	"That an event was recorded at its time. The clock is the server's; events that count later than their own clock are listed.",
	"An opening balance, unless the predecessor is checked with the statement.",
	"That no event of the period was left out. A replay of all history shows that.",
	"Anything against an operator who replaced events, chain and key before a head was published. Compare head and key with copies that were kept elsewhere."
];
// scripts/lib/verifier/hashes.mjs
var { createHash, createPublicKey, verify } = crypto;
var sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
/** SHA-256 of one text or buffer: from Node 20.12 on by a call that takes half the time. */
var digest = crypto.hash ? (value) => crypto.hash("sha256", value, "buffer") : sha256;
var digestHex = crypto.hash ? (text) => crypto.hash("sha256", text, "hex") : (text) => sha256(text).toString("hex");
/** As `JSON.stringify` writes it, with the names of objects in order. */
var textOf$2 = (value) => JSON.stringify(sorted(value));
function sorted(value) {
	if (Array.isArray(value)) return value.map(sorted);
	if (typeof value !== "object" || value === null) return value;
	const copy = Object.create(null);
	for (const name of Object.keys(value).sort()) copy[name] = sorted(value[name]);
	return copy;
}
var LEAF = Buffer.from([0]);
/** Byte 1 and two hashes, written anew for each node. */
var node = Buffer.alloc(65, 1);
function nodeOf(left, right) {
	node.set(left, 1);
	node.set(right, 33);
	return digest(node);
}
function leafOf(event) {
	return leafOfSorted({
		...event,
		data: sorted(event.data),
		metadata: sorted(event.metadata)
	});
}
/** Of an event whose names are in their order, as those of version 7 are when they were read. */
function leafOfSorted({ stream, revision, eventId, type, data, metadata }) {
	return digest(`\0${JSON.stringify([
		stream,
		revision,
		eventId.toLowerCase(),
		type,
		data,
		metadata
	])}`);
}
/** Of the hashes of its parts: those that are shown are hashed here, of the others the file has the hash. */
function leafOfParts({ parts }) {
	return sha256(LEAF, ...parts.map((part) => isShown(part) ? sha256(Buffer.from(part.salt, "hex"), textOf$2([part.name, part.value])) : Buffer.from(part.hidden, "hex")));
}
var isShown = (part) => typeof part.salt === "string";
var isInParts = (proven) => Array.isArray(proven.parts);
var nameOfPart = (place) => ["whole", "terms"][place] ?? `share ${place - 2}`;
/** An event of which parts are shown, as if it had nothing else. */
function seen(proven) {
	if (!isInParts(proven)) return proven;
	const shown = proven.parts.filter(isShown);
	const { stream, revision, eventId, type, recordedAt, ...data } = Object.assign({}, ...shown.filter(({ name }) => name === "terms").map(({ value }) => value));
	const shares = shown.filter(({ name }) => name.startsWith("share ")).map(({ value }) => value);
	const event = {
		stream,
		revision,
		eventId,
		type,
		data: {
			...data,
			shares
		},
		metadata: { recordedAt }
	};
	return {
		...proven,
		event
	};
}
var named = ({ number, event }) => `Event ${number} (${event.type}, ${event.stream}, revision ${event.revision}, id ${event.eventId})`;
/** Each part that is shown stands in the place that its name says. */
function misplacedParts(proven) {
	return (proven.parts ?? []).flatMap((part, place) => isShown(part) && part.name !== nameOfPart(place) ? `${named(proven)}: what is shown as “${part.name}” stands in the place of “${nameOfPart(place)}”.` : []);
}
/** RFC 6962, 2.1: up from a leaf, whose place says at each level on which side the neighbour is. */
function climb(leaf, index, size, path) {
	if (size === 1) return path.length === 0 ? leaf : null;
	const neighbour = path.at(-1);
	if (neighbour === void 0) return null;
	let left = 1;
	while (left * 2 < size) left *= 2;
	const rest = path.slice(0, -1);
	const inner = index < left ? climb(leaf, index, left, rest) : climb(leaf, index - left, size - left, rest);
	if (inner === null) return null;
	return index < left ? nodeOf(inner, neighbour) : nodeOf(neighbour, inner);
}
/**
* The root of a tree (RFC 6962, 2.1) of which some leaves are known. The proof has the hash of each largest subtree without a
* known leaf, from left to right.
* @param leaves by index from 0, in ascending order
* @returns null where the proof has too few or too many hashes
*/
function rootOfProof(size, leaves, proof) {
	let [nextLeaf, nextHash] = [0, 0];
	const rootOf = (first, count) => {
		if ((leaves[nextLeaf]?.[0] ?? size) >= first + count) {
			const hash = proof[nextHash];
			nextHash += 1;
			return hash === void 0 ? null : Buffer.from(hash, "hex");
		}
		if (count === 1) {
			nextLeaf += 1;
			return leaves[nextLeaf - 1][1];
		}
		let half = 1;
		while (half * 2 < count) half *= 2;
		const left = rootOf(first, half);
		const right = left && rootOf(first + half, count - half);
		return right && nodeOf(left, right);
	};
	const root = rootOf(0, size);
	return nextHash === proof.length ? root : null;
}
function isSigned(text, signature, publicKey) {
	try {
		const key = createPublicKey({
			key: Buffer.from(publicKey, "base64"),
			format: "der",
			type: "spki"
		});
		return key.asymmetricKeyType === "ed25519" && verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
	} catch {
		return false;
	}
}
var keyIdOf = (publicKey) => sha256(Buffer.from(publicKey, "base64")).toString("hex").slice(0, 16);
function headText(head) {
	const isWithParts = (head.parts ?? null) !== null;
	return [
		`perktree-chain-head-${isWithParts ? 2 : 1}`,
		head.events,
		head.position,
		head.chain,
		head.root,
		...isWithParts ? [head.parts] : [],
		head.signedAt,
		""
	].join("\n");
}
// contracts/kernel/strict-json.ts
var StrictJsonError = class extends Error {
	code;
	at;
	name = "StrictJsonError";
	/** @param at the place, such as `totals[0].opening`; empty: the whole text */
	constructor(code, at, what) {
		super(`${at === "" ? "The text" : `“${at}”`} ${what}`);
		this.code = code;
		this.at = at;
	}
};
/** Deeper values are refused, so that no text can exhaust the stack. */
var MAX_LEVELS = 100;
var LONE_SURROGATE = /\p{Surrogate}/u;
var ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;
/** @throws StrictJsonError for a key that stands twice, another spelling of a number, or a text that is not Unicode */
function parseStrict(text) {
	return isPlain(text) ? JSON.parse(text) : new Reader(text).whole();
}
/** What `JSON.stringify` writes has each key once and each number in one spelling. This spares most texts the slow reader. */
function isPlain(text) {
	if (ESCAPED_SURROGATE.test(text) || LONE_SURROGATE.test(text)) return false;
	try {
		return JSON.stringify(JSON.parse(text)) === text && !/[[:,]-?\d{16}|"__proto__"/.test(text);
	} catch {
		return false;
	}
}
var Reader = class {
	text;
	place = 0;
	path = [];
	constructor(text) {
		this.text = text;
	}
	whole() {
		const value = this.value();
		this.space();
		if (this.place < this.text.length) throw this.malformed();
		return value;
	}
	value() {
		this.space();
		if (this.path.length > MAX_LEVELS) throw this.refused("json", `has more than ${MAX_LEVELS} levels.`);
		const first = this.text[this.place];
		if (first === "{") return this.object();
		if (first === "[") return this.array();
		if (first === "\"") return this.string();
		return this.word();
	}
	object() {
		const members = /* @__PURE__ */ new Map();
		this.list("}", () => {
			this.space();
			const key = this.string();
			this.path.push(key);
			if (members.has(key)) throw this.refused("duplicate-key", "stands twice.");
			this.space();
			if (this.text[this.place] !== ":") throw this.malformed();
			this.place += 1;
			members.set(key, this.value());
			this.path.pop();
		});
		return Object.fromEntries(members);
	}
	array() {
		const items = [];
		this.list("]", () => {
			this.path.push(items.length);
			items.push(this.value());
			this.path.pop();
		});
		return items;
	}
	list(end, item) {
		this.place += 1;
		this.space();
		if (this.text[this.place] === end) {
			this.place += 1;
			return;
		}
		for (;;) {
			item();
			this.space();
			const next = this.text[this.place];
			this.place += 1;
			if (next === end) return;
			if (next !== ",") throw this.malformed();
		}
	}
	string() {
		const token = this.token(/"(?:[^"\\]|\\.)*"/y);
		const value = this.parsed(token);
		if (LONE_SURROGATE.test(value)) throw this.refused("text", "has a lone surrogate, which is no text.");
		return value;
	}
	word() {
		const token = this.token(/[^\s,\]}:"[{]+/y);
		const value = this.parsed(token);
		if (typeof value !== "number") return value;
		if (!Number.isFinite(value) || Number.isInteger(value) && !Number.isSafeInteger(value)) throw this.refused("number", `is ${token}, which is out of range.`);
		if (String(value) !== token) throw this.refused("number", `is spelled ${token}, not ${value}.`);
		return value;
	}
	token(pattern) {
		pattern.lastIndex = this.place;
		const [token] = pattern.exec(this.text) ?? [];
		if (token === void 0) throw this.malformed();
		this.place += token.length;
		return token;
	}
	parsed(token) {
		try {
			return JSON.parse(token);
		} catch {
			throw this.malformed();
		}
	}
	space() {
		while (/[ \t\n\r]/.test(this.text[this.place] ?? "")) this.place += 1;
	}
	malformed() {
		return this.refused("json", `is no JSON, near character ${this.place + 1}.`);
	}
	refused(code, what) {
		return new StrictJsonError(code, this.path.map((name) => typeof name === "number" ? `[${name}]` : `.${name}`).join("").replace(/^\./, ""), what);
	}
};
/**
* The canonical form (RFC 8785): keys in the order of their UTF-16 code units, no spaces, numbers and texts as ECMAScript prints
* them. Absent fields are left out. @throws StrictJsonError where a value has none
*/
function canonicalJson(value) {
	const text = written(value);
	return ESCAPED_SURROGATE.test(text) ? exactly(value) : text;
}
/** By `JSON.stringify`, which is much faster, but for objects with names that engines put first. */
var written = (value) => {
	const copy = inOrder(value);
	return copy === NOT_ORDERED ? exactly(value) : JSON.stringify(copy ?? null);
};
var NOT_ORDERED = Symbol("not ordered");
function inOrder(value) {
	if (typeof value === "number" && !Number.isFinite(value)) return NOT_ORDERED;
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) {
		const items = value.map((item) => inOrder(item) ?? null);
		return items.includes(NOT_ORDERED) ? NOT_ORDERED : items;
	}
	const copy = Object.create(null);
	for (const key of Object.keys(value).sort()) {
		const member = inOrder(value[key]);
		if (member === NOT_ORDERED || /^\d+$/.test(key)) return NOT_ORDERED;
		copy[key] = member;
	}
	return copy;
}
function exactly(value) {
	if (typeof value === "string") {
		if (LONE_SURROGATE.test(value)) throw new StrictJsonError("text", "", "has a lone surrogate, which is no text.");
		return JSON.stringify(value);
	}
	if (typeof value === "number" && !Number.isFinite(value)) throw new StrictJsonError("number", "", `has ${value}, which is no number of JSON.`);
	if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
	if (Array.isArray(value)) return `[${value.map(exactly).join(",")}]`;
	const members = value;
	return `{${Object.keys(members).sort().flatMap((key) => members[key] === void 0 ? [] : `${exactly(key)}:${exactly(members[key])}`).join(",")}}`;
}
// scripts/lib/verifier/key-list.mjs
/** The published list of keys (docs/reference/chain-format.md): whether the key of a statement was in use when it signed. */
/** The times at which the key of a statement signed something. */
var timesOf = ({ head, createdAt }) => [head.signedAt, createdAt];
/** The text with which another key revokes a key. */
var revocationText = ({ keyId, revoked: { at, reason, by } }) => [
	"perktree-key-revocation-1",
	keyId,
	at,
	reason,
	by,
	""
].join("\n");
/** @param text an answer of `GET /api/audit/key` @throws Error for anything else */
function readKeys(text) {
	const keys = parseStrict(text)?.keys;
	const isKey = (key) => typeof key?.keyId === "string" && typeof key.publicKey === "string";
	if (!Array.isArray(keys) || !keys.every(isKey)) throw new Error("it is no list of keys");
	return keys;
}
/** What the list says against the key of a statement, a sentence each. */
function againstKey(keys, statement) {
	const { keyId } = statement.head;
	const key = keys.find((one) => one.keyId === keyId);
	if (key === void 0) return [`The list of keys has no key ${keyId}, which signed the statement.`];
	const { publicKey, since, until, handOver, revoked } = key;
	if (keyIdOf(publicKey) !== keyId) return [`The list of keys names another public key ${keyId}.`];
	return [...isRevocationGenuine(key, keys) ? [] : [`The revocation of the key ${keyId} is not signed by ${revoked.by}.`], ...timesOf(statement).flatMap((time) => {
		const named = `The key ${keyId} signed at ${time}, but`;
		if (revoked && time >= revoked.at) return [`${named} was revoked on ${revoked.at}: ${revoked.reason}`];
		if (until !== null && time > until) return [`${named} was replaced on ${until}.`];
		return handOver && time < since ? [`${named} is in use only since ${since}.`] : [];
	})];
}
function isRevocationGenuine(key, keys) {
	if (!key.revoked) return true;
	const by = keys.find(({ keyId }) => keyId === key.revoked.by);
	return by !== void 0 && by !== key && isSigned(revocationText(key), key.revoked.signature, by.publicKey);
}
/** When the key of a statement was revoked, although it may have signed that before; null: it was not. */
var revocationOf = (keys, { head }) => keys.find(({ keyId }) => keyId === head.keyId)?.revoked ?? null;
// scripts/lib/verifier/rules.mjs
/** The commission rules, computed without the product (docs/reference/statement-format.md). */
/** Of the amounts and percents of a statement, most stand in many of its events. */
var read = /* @__PURE__ */ new Map();
/** "1.5" → 150n: hundredths, of a currency's unit or of a percent. */
function hundredths(text) {
	if (!read.has(text)) read.set(text, readHundredths(text));
	return read.get(text);
}
function readHundredths(text) {
	const parts = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(text));
	if (!parts) throw new Error(`${text} is no amount`);
	const value = BigInt(parts[2] + (parts[3] ?? "").padEnd(2, "0"));
	return parts[1] === "-" ? -value : value;
}
function asText(value) {
	const digits = (value < 0n ? -value : value).toString().padStart(3, "0");
	return `${value < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
/** Rule 1: each claimed QR earns its percent less that of the next claimed one below; largest remainder. */
function byPercents({ path, saleAmount }) {
	const sale = hundredths(saleAmount);
	const claimed = path.filter(({ ownerId }) => ownerId !== null);
	const points = claimed.map(({ percent }) => hundredths(percent));
	const pool = (2n * sale * (points[0] ?? 0n) + 10000n) / 20000n;
	const parts = claimed.map(({ qrId, ownerId }, index) => {
		const own = points[index] - (points[index + 1] ?? 0n);
		const exact = sale * own;
		return {
			qrId,
			ownerId,
			own,
			index,
			floor: exact / 10000n,
			rest: exact % 10000n
		};
	});
	const left = Number(pool - parts.reduce((sum, { floor }) => sum + floor, 0n));
	const byRest = [...parts].sort((a, b) => a.rest === b.rest ? b.index - a.index : a.rest < b.rest ? 1 : -1);
	const extra = new Set(byRest.slice(0, left));
	return {
		pool,
		shares: parts.map((part) => {
			const { qrId, ownerId, own, floor } = part;
			return {
				qrId,
				ownerId,
				own,
				amount: floor + (extra.has(part) ? 1n : 0n)
			};
		})
	};
}
/** Rule 2: each claimed QR earns the amount of its tier; those nearest to the redeemed QR first, up to the sale amount. */
function byTiers({ path, saleAmount, ruleSettings }) {
	const sale = hundredths(saleAmount);
	let left = sale;
	const shares = path.map((qr, tier) => ({
		...qr,
		ofTier: hundredths(ruleSettings?.tierAmounts?.[tier] ?? "0")
	})).filter(({ ownerId }) => ownerId !== null).reverse().map((qr) => {
		const amount = qr.ofTier < left ? qr.ofTier : left;
		left -= amount;
		return {
			...qr,
			own: percentOf(amount, sale),
			amount
		};
	});
	return {
		pool: sale - left,
		shares: shares.reverse()
	};
}
/** Half-up, in hundredths of a percent. */
var percentOf = (amount, sale) => sale === 0n ? 0n : (2n * amount * 10000n + sale) / (2n * sale);
/** Commission rules by their version. */
var RULES = /* @__PURE__ */ new Map([[1, byPercents], [2, byTiers]]);
function ruleOf({ ruleVersion }) {
	const rule = RULES.get(ruleVersion);
	if (rule === void 0) throw new Error(`rule ${ruleVersion} is not known here`);
	return rule;
}
/** A share's part of what is reversed so far, half-up: what reversals of version 1 take back of it. */
function partOf(share, reversed, sale) {
	if (sale === 0n) return 0n;
	return share * reversed / sale + (share * reversed % sale * 2n >= sale ? 1n : 0n);
}
/** The pool of what is reversed so far, half-up: of the percents by rule 1, in proportion to the earned pool by rule 2. */
function reversedPool(shares, { reversed, sale, rule }) {
	const sum = (amounts) => amounts.reduce((all, amount) => all + amount, 0n);
	if (rule === byTiers) return partOf(sum(shares.map(({ earned }) => earned)), reversed, sale);
	return (2n * reversed * sum(shares.map(({ points }) => points)) + 10000n) / 20000n;
}
/** Each share by itself is rounded by less than one unit; the pool moves at most one unit for each of 33 levels. */
var MAX_MOVED = 33n;
/**
* What reversals of version 2 take back of each share in all: together the pool of what is reversed. Unit n of a share is
* due at (2n - 1) / share; of units due at once, that nearest to the redeemed QR comes first.
*/
function takenInAll(shares, reversal) {
	const { reversed, sale } = reversal;
	const pool = reversedPool(shares, reversal);
	const units = shares.map(({ earned, taken }, index) => {
		const part = partOf(earned, reversed, sale);
		return {
			earned,
			index,
			least: taken,
			count: part > taken ? part : taken
		};
	});
	const byDue = (side) => (a, b) => {
		const [left, right] = [(2n * a.count + side) * b.earned, (2n * b.count + side) * a.earned];
		return left === right ? b.index - a.index : left < right ? -1 : 1;
	};
	let missing = units.reduce((rest, { count }) => rest - count, pool);
	const max = MAX_MOVED * BigInt(units.length);
	if (missing > max || missing < -max) throw new Error(`${missing} hundredths are too many to round`);
	while (missing !== 0n) {
		const isAdding = missing > 0n;
		const open = units.filter(({ count, earned, least }) => isAdding ? count < earned : count > least);
		const unit = isAdding ? open.sort(byDue(1n))[0] : open.sort(byDue(-1n)).at(-1);
		if (unit === void 0) break;
		unit.count += isAdding ? 1n : -1n;
		missing += isAdding ? -1n : 1n;
	}
	return units.map(({ count }) => count);
}
// scripts/lib/verifier/money.mjs
/** Every redemption and reversal computed again. */
function checkMoney(events) {
	const wrong = [];
	const redemptions = /* @__PURE__ */ new Map();
	for (const proven of events) {
		const differs = (what, found, expected) => {
			if (String(found) === String(expected)) return;
			wrong.push(`${named(proven)}: ${what} is ${found}, and computes to ${expected}.`);
		};
		try {
			(isInParts(proven) ? MONEY_IN_PARTS : MONEY)[proven.event.type]?.(proven.event.data, redemptions, differs);
		} catch (error) {
			wrong.push(`${named(proven)} cannot be computed: ${error.message}.`);
		}
	}
	return wrong;
}
/** Pool and shares as the path earns them of the sale amount by the recorded rule. */
function checkShares(data, path, differs) {
	const { pool, shares } = ruleOf(data)({
		...data,
		path
	});
	differs("the pool", data.pool, asText(pool));
	differs("the number of shares", data.shares.length, shares.length);
	for (const share of shares) {
		const own = data.shares.find(({ qrId }) => qrId === share.qrId);
		differs(`the share of QR ${share.qrId}`, own?.amount, asText(share.amount));
		differs(`the percent of QR ${share.qrId}`, own && asText(hundredths(own.percent)), asText(share.own));
		differs(`the owner of QR ${share.qrId}`, own?.ownerId, share.ownerId);
	}
}
var MONEY = {
	BenefitRedeemed(data, redemptions, differs) {
		const waiting = data.awaitsConfirmation ?? null;
		checkShares(waiting ? {
			...data,
			...waiting
		} : data, data.path, differs);
		if (waiting) {
			differs("what is earned before it is confirmed", data.pool, "0.00");
			differs("the number of shares before it is confirmed", data.shares.length, 0);
		}
		redemptions.set(data.redemptionId, {
			data,
			path: data.path,
			waiting,
			reversed: 0n,
			taken: /* @__PURE__ */ new Map()
		});
	},
	RedemptionConfirmed(data, redemptions, differs) {
		const redemption = redemptions.get(data.redemptionId);
		if (!redemption?.waiting) throw new Error("no redemption that awaits confirmation stands before it");
		const { ruleSettings } = redemption.data;
		checkShares({
			...data,
			ruleSettings
		}, redemption.path, differs);
		redemptions.set(data.redemptionId, {
			...redemption,
			data,
			waiting: null
		});
	},
	RedemptionReversed(data, redemptions, differs) {
		const redemption = redemptions.get(data.redemptionId);
		if (!redemption) throw new Error("the redemption that it takes back does not stand before it");
		differs("the number of shares", data.shares.length, redemption.data.shares.length);
		takeBack(data, redemption, differs, (shares, reversal) => takenInAll(shares, reversal));
	}
};
/** What can be computed of an event by those who may read some of its shares only. */
var MONEY_IN_PARTS = {
	BenefitRedeemed(data, redemptions, differs) {
		const sale = hundredths(data.saleAmount);
		const rule = ruleOf(data);
		for (const { qrId, percent, amount } of data.shares) {
			if (rule === byTiers) {
				const earned = hundredths(amount);
				if (earned > sale) differs(`the share of QR ${qrId}`, amount, `${asText(sale)} at most`);
				differs(`the percent of QR ${qrId}`, asText(hundredths(percent)), asText(percentOf(earned, sale)));
				continue;
			}
			const exact = sale * hundredths(percent);
			const [floor, rest] = [exact / 10000n, exact % 10000n];
			const isRoundedUp = rest > 0n && hundredths(amount) === floor + 1n;
			differs(`the share of QR ${qrId}`, amount, asText(isRoundedUp ? floor + 1n : floor));
		}
		redemptions.set(data.redemptionId, {
			data,
			reversed: 0n,
			taken: /* @__PURE__ */ new Map()
		});
	},
	RedemptionConfirmed(data, redemptions, differs) {
		MONEY_IN_PARTS.BenefitRedeemed(data, redemptions, differs);
	},
	RedemptionReversed(data, redemptions, differs) {
		const redemption = redemptions.get(data.redemptionId);
		if (!redemption) throw new Error("the redemption that it takes back does not stand before it");
		takeBack(data, redemption, differs, (shares, { reversed, sale }) => shares.map(({ earned, taken, told }) => {
			const part = partOf(earned, reversed, sale);
			const isNear = told - part <= 33n && part - told <= 33n;
			return told >= taken && told <= earned && isNear && (reversed < sale || told === earned) ? told : part;
		}));
	}
};
/** @param inAll what reversals of version 2 take back in all of each share */
function takeBack(data, redemption, differs, inAll) {
	const version = data.ruleVersion ?? 1;
	if (![1, 2].includes(version)) throw new Error(`reversal rule ${version} is not known here`);
	const rule = ruleOf(redemption.data);
	const sale = hundredths(redemption.data.saleAmount);
	const before = redemption.reversed;
	const after = before + hundredths(data.amount);
	if (after > sale) differs("what is taken back in all", asText(after), asText(sale));
	const shares = redemption.data.shares.map(({ entryId, amount, percent, ownerId }) => {
		const [earned, taken] = [hundredths(amount), redemption.taken.get(entryId) ?? 0n];
		const own = data.shares.find(({ reversesEntryId }) => reversesEntryId === entryId);
		const told = taken - hundredths(own?.amount ?? "0.00");
		return {
			entryId,
			ownerId,
			points: hundredths(percent),
			earned,
			taken,
			own,
			told
		};
	});
	const together = version === 2 ? inAll(shares, {
		reversed: after,
		sale,
		rule
	}) : [];
	for (const [index, { entryId, ownerId, earned, taken, own, told }] of shares.entries()) {
		const back = version === 2 ? together[index] - taken : partOf(earned, after, sale) - partOf(earned, before, sale);
		differs(`what is taken back of entry ${entryId}`, own && asText(hundredths(own.amount)), asText(-back));
		differs(`the owner of what is taken back of entry ${entryId}`, own?.ownerId, ownerId);
		redemption.taken.set(entryId, told);
	}
	redemption.reversed = after;
}
// scripts/lib/verifier/sums.mjs
/** Entries and totals, computed from the events of a statement. */
var timeOf = ({ version }, { at, event }) => version < 3 ? event.metadata?.recordedAt : at;
var isWithin = (statement, proven) => {
	const { from, to } = statement;
	const at = Date.parse(timeOf(statement, proven));
	return at >= Date.parse(from) && at < Date.parse(to);
};
/** Events whose shares are entries. */
var EARNING = /* @__PURE__ */ new Set([
	"BenefitRedeemed",
	"RedemptionConfirmed",
	"RedemptionReversed"
]);
function entriesOf(statement) {
	const { about } = statement;
	return statement.events.flatMap((proven) => {
		const { number, event } = proven;
		const { data, type } = event;
		if (!isWithin(statement, proven) || !EARNING.has(type)) return [];
		if (about.kind === "site" && data.siteId !== about.id) return [];
		return data.shares.filter(({ ownerId }) => about.kind === "site" || ownerId === about.id).map(({ entryId, qrId, ownerId, percent, amount, reversesEntryId }) => ({
			entryId,
			number,
			at: timeOf(statement, proven),
			siteId: data.siteId,
			redemptionId: data.redemptionId,
			qrId,
			distributorId: ownerId,
			percent,
			amount,
			currency: data.currency,
			reversesEntryId: reversesEntryId ?? null
		}));
	});
}
/**
* What was owed at the beginning is taken as it was signed; the rest is computed.
* @param openings null: statements of that version have no balances
*/
function totalsOf(statement, entries, openings) {
	const sums = /* @__PURE__ */ new Map();
	const of = (...names) => {
		const key = JSON.stringify(names);
		if (!sums.has(key)) sums.set(key, {
			opening: 0n,
			entries: 0,
			earned: 0n,
			takenBack: 0n,
			paidOut: 0n,
			writtenOff: 0n
		});
		return sums.get(key);
	};
	for (const { siteId, distributorId, currency, opening } of openings ?? []) if (hundredths(opening) !== 0n) of(siteId, distributorId, currency).opening = hundredths(opening);
	for (const entry of entries) {
		const total = of(entry.siteId, entry.distributorId, entry.currency);
		total.entries += 1;
		total[entry.reversesEntryId === null ? "earned" : "takenBack"] += hundredths(entry.amount);
	}
	for (const proven of statement.events) {
		const { type, data } = proven.event;
		const sum = SETTLED$1[type];
		if (sum === void 0 || !isWithin(statement, proven)) continue;
		of(data.siteId, data.distributorId, data.currency)[sum] += (type === "PayoutReturned" ? -1n : 1n) * hundredths(data.amount);
	}
	return [...sums].sort(([a], [b]) => a < b ? -1 : 1).map(([key, { opening, entries: count, earned, takenBack, paidOut, writtenOff }]) => {
		const [siteId, distributorId, currency] = JSON.parse(key);
		const closing = opening + earned + takenBack - paidOut - writtenOff;
		return {
			siteId,
			distributorId,
			currency,
			entries: count,
			earned: asText(earned),
			takenBack: asText(takenBack),
			sum: asText(earned + takenBack),
			paidOut: asText(paidOut),
			...openings !== null && {
				opening: asText(opening),
				writtenOff: asText(writtenOff),
				closing: asText(closing)
			}
		};
	});
}
/** By type of event, the sum that it adds to. */
var SETTLED$1 = {
	PayoutPaid: "paidOut",
	PayoutReturned: "paidOut",
	BalanceWrittenOff: "writtenOff"
};
/** What the events come to against what the file says. @returns sentences */
function compare(what, computed, told, nameOf) {
	return Array.from({ length: Math.max(computed.length, told.length) }).flatMap((_, place) => {
		const [own, other] = [computed[place], told[place]];
		if (own === void 0) return `${what} ${nameOf(other)} stands on no event of the statement.`;
		if (other === void 0) return `${what} ${nameOf(own)} is missing.`;
		return [.../* @__PURE__ */ new Set([...Object.keys(own), ...Object.keys(other)])].filter((field) => own[field] !== other[field]).map((field) => `${what} ${nameOf(own)}: ${field} is ${other[field]}, and the events say ${own[field]}.`);
	});
}
/** Computes entries and totals from the events. @param told what the file says of them; entries null: nothing */
function checkSums(computedFrom, told, openings) {
	try {
		const entries = entriesOf(computedFrom);
		const totals = totalsOf(computedFrom, entries, openings);
		const nameOfTotal = (total) => `${total.siteId} ${total.distributorId} ${total.currency}`;
		return {
			entries,
			totals,
			wrong: [...told.entries === null ? [] : compare("Entry", entries, told.entries, (entry) => entry.entryId), ...compare("Total", totals, told.totals, nameOfTotal)]
		};
	} catch (error) {
		return {
			entries: [],
			totals: [],
			wrong: [`Entries and totals cannot be computed: ${error.message}.`]
		};
	}
}
// scripts/lib/verifier/older.mjs
/**
* Versions 1 to 6: each event has a path of its own, and the seal signs lines that repeat the file. Their layout is free, so
* only the fields that the lines cover may be there.
*/
/** Fields of a statement and of its parts. The seal covers no other ones, so any holder of the file could add them. */
var FIELDS$1 = {
	statement: "format version about from to timeZone createdAt events entries totals head publicKey sealed seal",
	about: "kind id",
	head: "events position chain root parts signedAt keyId signature",
	entries: "entryId number at siteId redemptionId qrId distributorId percent amount currency reversesEntryId",
	totals: "siteId distributorId currency opening entries earned takenBack sum paidOut writtenOff closing",
	events: "number at path event parts",
	event: "stream revision eventId type data metadata",
	parts: "name value salt hidden"
};
/** @returns sentences on fields that no signature covers, and on hashes and ids in another spelling */
function unsealedFields(statement) {
	const { about, head, entries, totals, events } = statement;
	const groups = {
		statement: [statement],
		about: [about],
		head: [head],
		entries,
		totals,
		events,
		event: events.flatMap(({ event }) => event ?? []),
		parts: events.flatMap(({ parts }) => parts ?? [])
	};
	return Object.entries(groups).flatMap(([group, items]) => {
		const known = new Set(FIELDS$1[group].split(" "));
		return [...new Set(items.flatMap((item) => Object.keys(item).filter((field) => !known.has(field))))].map((field) => `It has the field “${field}” in “${group}”, which its seal does not cover.`);
	});
}
/** What a reader of bytes would take in another spelling too, so that no signature tells the spellings apart. */
function otherSpellings({ events, head, seal, publicKey }) {
	return [
		...events.flatMap(({ path, parts }) => [...path, ...(parts ?? []).flatMap((part) => isShown(part) ? part.salt : part.hidden)]).filter((text) => !/^[\da-f]{64}$/.test(text)).map((text) => `“${text}” is not spelled as a hash.`),
		...events.flatMap(({ event }) => event && event.eventId !== event.eventId.toLowerCase() ? `The id ${event.eventId} is in capitals.` : []),
		...[
			head.signature,
			seal,
			publicKey
		].filter((text) => Buffer.from(text, "base64").toString("base64") !== text).map((text) => `“${text}” is not spelled as base64.`)
	];
}
var textOf$1 = (lines) => lines.map((line) => `${line}\n`).join("");
var fingerprintOfLines = (sealed) => sha256(textOf$1(sealed)).toString("hex");
/** Each event where it was recorded. */
function unrecorded(events, head) {
	return events.filter((proven) => !isRecorded(proven, head)).map((proven) => `${named(proven)} is not what was recorded under that number.`);
}
function isRecorded(proven, head) {
	const { number, path } = proven;
	if (!Number.isInteger(number) || number < 1 || number > head.events) return false;
	const [leaf, root] = isInParts(proven) ? [leafOfParts(proven), head.parts] : [leafOf(proven.event), head.root];
	const neighbours = path.map((hash) => Buffer.from(hash, "hex"));
	return climb(leaf, number - 1, head.events, neighbours)?.toString("hex") === root;
}
/** The words of the signed lines that begin with one of some words. */
var sealedWords = (sealed, beginnings) => sealed.map((line) => String(line).split(" ")).filter(([first]) => beginnings.includes(first));
/** Events that count at another time than was signed. */
function movedAfterwards(events, { version, sealed }) {
	if (version < 3) return [];
	const signed = new Map(sealedWords(sealed, ["event", "parts"]).map(([, number, at]) => [number, at]));
	return events.flatMap((proven) => {
		const there = signed.get(String(proven.number)) ?? proven.at;
		return there === proven.at ? [] : `${named(proven)} counts at ${proven.at}, and was signed as counting at ${there}.`;
	});
}
function checkOlderSums(statement, events) {
	const openings = sealedWords(statement.sealed, ["total"]).map(([, siteId, distributorId, currency, opening]) => ({
		siteId,
		distributorId,
		currency,
		opening
	}));
	return checkSums({
		...statement,
		events
	}, statement, statement.version < 3 ? null : openings);
}
/** The seal, and what was signed against what is in the file now. */
function checkLines(statement, key) {
	const { sealed, seal } = statement;
	if (!isSigned(textOf$1(sealed), seal, key)) return ["The lines that seal the statement are not signed by the key."];
	const now = linesOf(statement);
	const [signed, there] = [new Set(sealed), new Set(now)];
	const place = sealed.findIndex((line, index) => line !== now[index]);
	const isOrder = place >= 0 && signed.size === there.size && [...signed].every((line) => there.has(line));
	return [
		...sealed.filter((line) => !there.has(line)).map((line) => `It was signed with “${line}”, which the file does not say.`),
		...now.filter((line) => !signed.has(line)).map((line) => `It says “${line}”, and was not signed with that.`),
		...isOrder ? [`The order is not the one that was signed: from “${now[place]}” on.`] : []
	];
}
function linesOf({ version, about, from, to, timeZone, createdAt, head, events, entries, totals }) {
	return [
		`perktree-statement-${version}`,
		`about ${about.kind} ${about.id}`,
		`period ${from} ${to}`,
		...version < 6 ? [] : [`zone ${timeZone}`],
		`created ${createdAt}`,
		`head ${head.events} ${head.chain} ${head.root}${version === 1 ? "" : ` ${head.parts ?? "-"}`}`,
		...events.flatMap((proven) => isInParts(proven) ? linesOfParts(proven, version) : [lineOfWhole(proven, version)]),
		...entries.map((e) => [
			"entry",
			e.entryId,
			e.number,
			e.at,
			e.siteId,
			e.redemptionId,
			e.qrId,
			e.distributorId,
			e.percent,
			e.amount,
			e.currency,
			e.reversesEntryId ?? "-"
		].join(" ")),
		...totals.map((t) => [
			"total",
			t.siteId,
			t.distributorId,
			t.currency,
			...version < 3 ? [] : [t.opening],
			t.entries,
			t.earned,
			t.takenBack,
			t.sum,
			t.paidOut,
			...version < 3 ? [] : [t.writtenOff, t.closing]
		].join(" "))
	];
}
var placeOf = ({ number, at }, version) => version < 3 ? `${number}` : `${number} ${at}`;
var lineOfWhole = (proven, version) => `event ${placeOf(proven, version)} ${leafOf(proven.event).toString("hex")}`;
function linesOfParts(proven, version) {
	const { number, parts } = proven;
	const fields = parts.filter(isShown).flatMap(({ name, value }) => Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([field, told]) => `shown ${number} ${name}: ${field} is ${canonicalJson(told)}`));
	return [`parts ${placeOf(proven, version)} ${leafOfParts(proven).toString("hex")}`, ...fields];
}
// scripts/lib/verifier/shape.mjs
/** The fields of a statement of version 7, and how each is spelled (docs/reference/statement-format.md). */
var text = (pattern, what) => (value, at) => {
	if (typeof value !== "string") return [problem("field", at, "is no text")];
	return pattern.test(value) ? [] : [problem("spelling", at, `is “${value}”, which is not the spelling of ${what}`)];
};
var whole = (least) => (value, at) => Number.isSafeInteger(value) && value >= least ? [] : [problem("field", at, `is no whole number from ${least} on`)];
var oneOf = (...choices) => (value, at) => choices.includes(value) ? [] : [problem("field", at, `is none of ${choices.join(", ")}`)];
var orNull = (check) => (value, at) => value === null ? [] : check(value, at);
var listOf = (check) => (value, at) => Array.isArray(value) ? value.flatMap((item, n) => check(item, `${at}[${n}]`)) : [problem("field", at, "is no list")];
var anyObject = (value, at) => isObject$1(value) ? [] : [problem("field", at, "is no object")];
var anyText = (value, at) => typeof value === "string" ? [] : [problem("field", at, "is no text")];
var anything = () => [];
var isObject$1 = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var problem = (code, at, what) => ({
	code,
	message: `“${at}” ${what}.`
});
var object = (fields) => (value, at) => {
	if (!isObject$1(value)) return [problem("field", at, "is no object")];
	const place = (name) => at === "" ? name : `${at}.${name}`;
	return [...Object.keys(value).filter((name) => !Object.hasOwn(fields, name)).map((name) => problem("field", place(name), "is a field that the format does not have")), ...Object.entries(fields).flatMap(([name, check]) => Object.hasOwn(value, name) ? check(value[name], place(name)) : [problem("field", place(name), "is missing")])];
};
var HASH = text(/^[\da-f]{64}$/, "a hash: 64 hexadecimal digits, in small letters");
var ID = text(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, "an id: a UUID in small letters");
var NAME = text(/^.+$/su, "a name");
var TIME = text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, "a time: UTC with milliseconds");
var AMOUNT = text(/^(?!-0\.00$)-?(0|[1-9]\d*)\.\d\d$/, "an amount: two decimals, no leading zeros");
var POSITION = text(/^(0|[1-9]\d*)$/, "a position: digits without leading zeros");
var base64Of = (bytes, what) => (value, at) => {
	return typeof value === "string" && Buffer.from(value, "base64").toString("base64") === value && Buffer.from(value, "base64").length === bytes ? [] : [problem("spelling", at, `is not the spelling of ${what}: ${bytes} bytes in base64`)];
};
var part = (value, at) => (isObject$1(value) && Object.hasOwn(value, "hidden") ? object({ hidden: HASH }) : object({
	name: NAME,
	salt: HASH,
	value: anything
}))(value, at);
var event = object({
	stream: NAME,
	revision: whole(0),
	eventId: ID,
	type: NAME,
	data: anyObject,
	metadata: anyObject
});
var PROVEN = {
	site: object({
		number: whole(1),
		at: TIME,
		event
	}),
	distributor: object({
		number: whole(1),
		at: TIME,
		parts: listOf(part)
	})
};
var FIELDS = {
	format: oneOf("perktree-statement"),
	version: oneOf(7),
	from: TIME,
	to: TIME,
	timeZone: NAME,
	createdAt: TIME,
	until: orNull(POSITION),
	predecessor: orNull(HASH),
	clocks: object({
		boundSeconds: whole(1),
		moved: listOf(object({
			number: whole(1),
			at: TIME,
			recordedAt: NAME
		}))
	}),
	totals: listOf(object({
		siteId: ID,
		distributorId: NAME,
		currency: text(/^[A-Z]{3}$/, "a currency"),
		entries: whole(0),
		opening: AMOUNT,
		earned: AMOUNT,
		takenBack: AMOUNT,
		sum: AMOUNT,
		paidOut: AMOUNT,
		writtenOff: AMOUNT,
		closing: AMOUNT
	})),
	head: object({
		events: whole(1),
		position: POSITION,
		chain: HASH,
		root: HASH,
		parts: orNull(HASH),
		signedAt: TIME,
		keyId: text(/^[\da-f]{16}$/, "a key id: 16 hexadecimal digits"),
		signature: base64Of(64, "a signature")
	}),
	texts: listOf(object({
		number: whole(1),
		salt: HASH,
		text: anyText
	})),
	proof: listOf(HASH),
	doesNotProve: listOf(NAME),
	publicKey: base64Of(44, "a public key"),
	seal: base64Of(64, "a signature")
};
/** @returns what is not a field of the format, is missing or is spelled in another way */
function wrongShape(statement) {
	const { kind } = isObject$1(statement.about) ? statement.about : {};
	return object({
		...FIELDS,
		about: object({
			kind: oneOf("site", "distributor"),
			id: kind === "site" ? ID : NAME
		}),
		events: listOf(PROVEN[kind] ?? anything)
	})(statement, "");
}
// scripts/lib/verifier/unpack.mjs
/** Events and proof of a file of version 7 (docs/reference/statement-format.md#events). */
var Unreadable = class extends Error {
	constructor(message, code) {
		super(message);
		this.code = code;
	}
};
var expect = (isRight, what, code = "field") => {
	if (!isRight) throw new Unreadable(what, code);
};
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
var isScalar = (value) => typeof value !== "object" || value === null;
var isPlace = (value, count) => Number.isSafeInteger(value) && value >= 0 && value < count;
/** @returns the statement with its events and its proof as lists @throws Unreadable */
function unpacked({ events, proof, ...statement }) {
	return {
		...statement,
		events: eventsOf(events),
		proof: piecesOf(proof, 32)
	};
}
var isUnreadable = (error) => error instanceof Unreadable;
function eventsOf(events) {
	hasFields(events, "events", ["groups", "of"]);
	const { groups, of } = events;
	expect(Array.isArray(groups) && Array.isArray(of), "events has no lists of groups and of their places");
	expect(of.every((place) => isPlace(place, groups.length)), "events.of names a group that is not there");
	const rows = groups.map(() => 0);
	for (const place of of) rows[place] += 1;
	const readers = groups.map((group, n) => readerOf(group, rows[n], `events.groups[${n}]`));
	return of.map((place) => readers[place]());
}
/** @returns what answers one event after the other */
function readerOf(group, rows, at) {
	hasFields(group, at, ["columns", "outline"]);
	expect(rows > 0, `${at} has no events`);
	expect(Array.isArray(group.columns), `${at}.columns is no list`);
	const columns = [];
	for (const [n, column] of group.columns.entries()) {
		const read = columnOf(column, rows, columns, `${at}.columns[${n}]`);
		expect(read.values.length === rows, `${at}.columns[${n}] has not one value for each event`);
		columns.push(read);
	}
	const used = new Set(group.columns.flatMap(({ derived = [] }) => derived));
	const use = (outline) => {
		if (typeof outline === "object" && outline !== null) return Object.values(outline).forEach(use);
		expect(isPlace(outline, columns.length), `${at}.outline names a column that is not there`);
		used.add(outline);
	};
	use(group.outline);
	expect(columns.every((_, n) => used.has(n)), `${at} has a column that no event has`);
	const fill = filler(sorted(group.outline), columns);
	let row = -1;
	return () => {
		row += 1;
		return fill(row);
	};
}
/** @returns what answers the value of one row, with names in the order of the outline */
function filler(outline, columns) {
	if (typeof outline === "number") {
		const { values } = columns[outline];
		return (row) => values[row];
	}
	if (Array.isArray(outline)) {
		const items = outline.map((inner) => filler(inner, columns));
		return (row) => items.map((item) => item(row));
	}
	const members = Object.entries(outline).map(([name, inner]) => [name, filler(inner, columns)]);
	if (Object.hasOwn(outline, "__proto__")) return (row) => Object.fromEntries(members.map(([name, member]) => [name, member(row)]));
	return (row) => {
		const value = {};
		for (const [name, member] of members) value[name] = member(row);
		return value;
	};
}
/** @returns `values`, and where they are few the place of each event's in them */
function columnOf(column, rows, before, at) {
	expect(isObject(column), `${at} is no object`);
	const form = Object.keys(column).sort().join();
	if (form === "same") {
		expect(isScalar(column.same), `${at} is no single value`);
		return { values: new Array(rows).fill(column.same) };
	}
	if (form === "steps" || form === "times") return { values: summed(column[form], form, at) };
	if (form === "at,values" || form === "as,values") {
		const isOther = form === "as,values";
		expect(!isOther || isPlace(column.as, before.length), `${at} has the places of what is not there`);
		const places = isOther ? before[column.as].places : column.at;
		expect(Array.isArray(places), `${at} has no places`);
		const few = plainOf(column.values, `${at}.values`);
		expect(places.every((place) => isPlace(place, few.length)), `${at} names a value that is not there`);
		expect(new Set(places).size === few.length, `${at} has a value that no event has`);
		return {
			places,
			values: places.map((place) => few[place])
		};
	}
	if (form !== "derived") return { values: plainOf(column, at) };
	const parts = column.derived;
	expect(Array.isArray(parts) && parts.every((part) => typeof part === "string" || isPlace(part, before.length)), `${at} derives from what is not there`);
	const from = (part, row) => typeof part === "string" ? part : before[part].values[row];
	return { values: Array.from({ length: rows }, (_, row) => derivedId(parts.map((part) => from(part, row)))) };
}
function plainOf(column, at) {
	const form = isObject(column) ? Object.keys(column).join() : "";
	if (form === "uuids") return piecesOf(column.uuids, 16).map(uuidOf);
	if (form === "hashes") return piecesOf(column.hashes, 32);
	expect(form === "list" && Array.isArray(column.list) && column.list.every(isScalar), `${at} is no column`);
	return column.list;
}
var LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");
function summed(steps, form, at) {
	let sum = 0;
	expect(Array.isArray(steps), `${at} has no steps`);
	return steps.map((step) => {
		expect(Number.isSafeInteger(step), `${at} has a step that is no whole number`);
		sum += step;
		expect(Number.isSafeInteger(sum), `${at} leads out of range`);
		if (form === "steps") return sum;
		expect(sum >= 0 && sum <= LAST_TIME, `${at} leads out of range`);
		return new Date(sum).toISOString();
	});
}
function piecesOf(base64, size) {
	expect(typeof base64 === "string", `a list of ${size} bytes each is no text`);
	const bytes = Buffer.from(base64, "base64");
	expect(bytes.toString("base64") === base64 && bytes.length % size === 0, `a list of ${size} bytes each is not spelled in base64`, "spelling");
	const hex = bytes.toString("hex");
	return Array.from({ length: bytes.length / size }, (_, n) => hex.slice(n * size * 2, (n + 1) * size * 2));
}
var uuidOf = (hex) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
/** The UUID (version 8, RFC 9562) of parts that are each preceded by their length. */
function derivedId(parts) {
	let text = "";
	for (const part of parts) {
		expect(typeof part === "string" || Number.isSafeInteger(part), "an id derives from what is neither text nor whole number");
		text += `${String(part).length}:${part}`;
	}
	const hex = digestHex(text);
	const variant = "89ab"[Number.parseInt(hex[16], 16) & 3];
	return uuidOf(`${hex.slice(0, 12)}8${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`);
}
function hasFields(value, at, fields) {
	expect(isObject(value) && Object.keys(value).sort().join() === fields.join(), `“${at}” has not the fields ${fields.join(" and ")}`);
}
// scripts/lib/verifier/version-7.mjs
/** Version 7: canonical JSON, one proof for all events, and a seal over the whole file. */
var fingerprintOf = ({ seal: _, ...unsealed }) => sha256(canonicalJson(unsealed)).toString("hex");
/** @returns the statement with its events as a list, or what makes all further checks pointless */
function readOwn(file) {
	try {
		const statement = unpacked(file);
		return {
			statement,
			shape: wrongShape(statement)
		};
	} catch (error) {
		if (!isUnreadable(error)) throw error;
		return {
			statement: null,
			shape: [{
				code: error.code,
				message: `It cannot be read: ${error.message}.`
			}]
		};
	}
}
function checkOwn(file, statement, key, reasons) {
	const { about, from, to, createdAt, until, head, events, proof, doesNotProve } = statement;
	const wrong = (code, ...messages) => reasons.push(...messages.map((message) => ({
		code,
		message
	})));
	const fingerprint = fingerprintOf(file);
	if (!isSigned(`perktree-statement-7\n${fingerprint}\n`, statement.seal, key)) wrong("seal", "The statement is not signed by the key: something in it was changed, added or left out.");
	if (from > to) wrong("period", `The period ends at ${to}, before it begins at ${from}.`);
	if (to > createdAt) wrong("future", `The period ends at ${to}, after the statement was made at ${createdAt}.`);
	if (until !== null && until !== head.position) wrong("until", `It is until position ${until}, and its head ends at position ${head.position}.`);
	if (canonicalJson(doesNotProve) !== canonicalJson(DOES_NOT_PROVE)) wrong("limits", "Its list of what it does not prove is not that of the format.");
	const shown = events.map(seen);
	const isInOrder = events.every(({ number }, n) => number > (events[n - 1]?.number ?? 0) && number <= head.events);
	if (!isInOrder) wrong("order", "The events are not in the order of their numbers, up to the number of the head.");
	if (isInOrder) {
		const leaves = events.map((proven) => [proven.number - 1, isInParts(proven) ? leafOfParts(proven) : leafOfSorted(proven.event)]);
		const root = rootOfProof(head.events, leaves, proof)?.toString("hex");
		if (root === void 0) wrong("proof", "The proof has too few or too many hashes.");
		else if (root !== (about.kind === "site" ? head.root : head.parts)) wrong("proof", "The events are not what was recorded under their numbers: they do not lead to the root of the head.");
	}
	wrong("part", ...shown.flatMap(misplacedParts));
	wrong("about", ...shown.filter((proven) => !isAbout(proven, about)).map((proven) => `${named(proven)} is not about ${about.kind} ${about.id}.`));
	wrong("period", ...shown.filter(({ at }) => at >= to).map((proven) => `${named(proven)} counts at ${proven.at}, after the period.`));
	checkClocks(statement, shown, wrong);
	checkTexts(statement, shown, wrong);
	const sums = checkSums({
		...statement,
		events: shown
	}, {
		entries: null,
		totals: statement.totals
	}, statement.totals);
	wrong("total", ...sums.wrong);
	return {
		fingerprint,
		shown,
		entries: sums.entries,
		totals: sums.totals
	};
}
function isAbout({ event: { data } }, { kind, id }) {
	if (kind === "site") return data.siteId === id;
	if (data.distributorId !== void 0) return data.distributorId === id;
	return data.shares.every((share) => share?.ownerId === id);
}
/** An event counts at the newest clock among it and all before it. */
function checkClocks({ clocks }, shown, wrong) {
	let before = "";
	const moved = [];
	for (const proven of shown) {
		const { number, at } = proven;
		const { recordedAt } = proven.event.metadata;
		const late = millisecondsOf(at) - millisecondsOf(recordedAt);
		if (!(late >= 0)) wrong("time", `${named(proven)} counts at ${at}, which is before its own clock.`);
		if (at < before) wrong("time", `${named(proven)} counts at ${at}, which is before an earlier event.`);
		if (late > 3e5) moved.push({
			number,
			at,
			recordedAt
		});
		before = at;
	}
	if (canonicalJson(clocks) !== canonicalJson({
		boundSeconds: 300,
		moved
	})) wrong("clocks", "Its list of events that count later than their own clock is not that of its events.");
}
/** NaN: it is no time, as 31 February. */
function millisecondsOf(time) {
	if (typeof time !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(time)) return NaN;
	const found = Date.parse(time);
	return found >= 0 && new Date(found).toISOString().startsWith(time.slice(0, 19)) ? found : NaN;
}
/** Texts outside the events belong to them by a salted hash. */
function checkTexts({ texts }, shown, wrong) {
	let before = 0;
	const events = new Map(shown.map(({ number, event }) => [number, event]));
	for (const { number, salt, text } of texts) {
		const event = events.get(number);
		if (sha256("perktree-text-1\n", Buffer.from(salt, "hex"), text).toString("hex") !== event?.data.noteHash) wrong("text", `The text “${text}” is not that of event ${number}.`);
		if (number <= before) wrong("text", `The text of event ${number} is not in the order of the events.`);
		before = number;
	}
}
/** Whether a statement continues another one. @returns reasons */
function checkPredecessor(statement, before) {
	const reasons = [];
	const wrong = (message) => reasons.push({
		code: "predecessor",
		message
	});
	if (statement.predecessor !== before.fingerprint) wrong(`It names the predecessor ${statement.predecessor ?? "none"}, and the given file is ${before.fingerprint}.`);
	const { about, to, until, totals, head } = before.statement;
	if (canonicalJson(about) !== canonicalJson(statement.about)) wrong("The predecessor is about something else.");
	if (to !== statement.from) wrong(`The predecessor ends at ${to}, and the period begins at ${statement.from}.`);
	if (until !== null) wrong("The predecessor is not final.");
	if (head.events > statement.head.events) wrong("The head of the predecessor covers more events.");
	const key = ({ siteId, distributorId, currency }) => `${siteId} ${distributorId} ${currency}`;
	const balances = (rows, field) => new Map(rows.map((row) => [key(row), row[field]]));
	const [closing, opening] = [balances(totals, "closing"), balances(statement.totals, "opening")];
	for (const row of /* @__PURE__ */ new Set([...closing.keys(), ...opening.keys()])) {
		const [there, here] = [closing.get(row) ?? "0.00", opening.get(row) ?? "0.00"];
		if (there !== here) wrong(`${row}: the predecessor closes with ${there}, and this statement opens with ${here}.`);
	}
	return reasons;
}
// scripts/lib/verifier/verify.mjs
/** @returns the statement in a file's bytes, or the reason why they are refused */
function readStatement(bytes) {
	try {
		const plain = bytes[0] === 31 && bytes[1] === 139 ? unzipped(bytes) : bytes;
		const text = new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(plain);
		const statement = parseStrict(text);
		if (statement?.version === 7 && canonicalJson(statement) !== text.replace(/\n$/, "")) return { refused: {
			code: "canonical",
			message: "The file is not in the canonical form (RFC 8785)."
		} };
		return { statement };
	} catch (error) {
		return { refused: {
			code: error instanceof StrictJsonError ? error.code : "json",
			message: `It cannot be read: ${error.message}`
		} };
	}
}
/** @throws Error where further bytes follow */
function unzipped(bytes) {
	const { buffer, engine } = gunzipSync(bytes, { info: true });
	if (engine.bytesWritten !== bytes.length) throw new Error("further bytes follow the compressed file");
	return buffer;
}
var refusedFor = (code, message) => ({
	reasons: [{
		code,
		message
	}],
	wrong: [message]
});
/** Reads and checks a file. @param options `key`: public key, base64; `predecessor`: bytes of that file */
function verifyFile(bytes, { key, predecessor } = {}) {
	const { statement, refused } = readStatement(bytes);
	if (refused) return {
		...refusedFor(refused.code, refused.message),
		isUnreadable: true
	};
	return verifyStatement(statement, key, predecessor && verifyFile(predecessor, { key }));
}
/**
* Checks a statement that was read.
* @param file as it stands in its file: of version 7, with events in columns
* @param before the result for its predecessor
* @returns `reasons`, each with code and sentence, `wrong`, the sentences alone, and what was computed and verified
*/
function verifyStatement(file, trustedKey = void 0, before = void 0) {
	if (file?.format !== "perktree-statement") return refusedFor("version", "This is no statement of PerkTree.");
	if (![
		1,
		2,
		3,
		4,
		5,
		6,
		7
	].includes(file.version)) return refusedFor("version", "This statement was made by a newer version: take its verifier.");
	const isOlder = file.version < 7;
	const { statement, shape } = isOlder ? {
		statement: file,
		shape: []
	} : readOwn(file);
	if (shape.length > 0) return {
		reasons: shape,
		wrong: shape.map(({ message }) => message)
	};
	const reasons = [];
	const wrong = (code, ...messages) => reasons.push(...messages.map((message) => ({
		code,
		message
	})));
	const { head, publicKey } = statement;
	const key = trustedKey ?? publicKey;
	if (key !== publicKey) wrong("key", "The key in the file is not the key that was given.");
	if (head.keyId !== keyIdOf(publicKey)) wrong("key", `The head names the key ${head.keyId}, which is not the one in the file.`);
	if (!isSigned(headText(head), head.signature, key)) wrong("head-signature", "The head is not signed by the key.");
	const own = isOlder ? checkOlder(statement, key, wrong) : checkOwn(file, statement, key, reasons);
	wrong("money", ...checkMoney(own.shown));
	if (before) {
		if (isOlder || before.statement?.version !== 7) wrong("predecessor", "Statements before version 7 name none.");
		else if (before.wrong.length > 0) wrong("predecessor", `The predecessor is refused: ${before.wrong[0]}`);
		else reasons.push(...checkPredecessor(statement, before));
	}
	return {
		reasons,
		wrong: reasons.map(({ message }) => message),
		statement,
		fingerprint: own.fingerprint,
		entries: own.entries,
		totals: own.totals,
		keyIsFromFile: trustedKey === void 0,
		predecessor: before?.fingerprint ?? null
	};
}
function checkOlder(statement, key, wrong) {
	const { events, head, version, sealed } = statement;
	const shown = events.map(seen);
	wrong("field", ...unsealedFields(statement));
	wrong("spelling", ...otherSpellings(statement));
	wrong("proof", ...unrecorded(shown, head));
	wrong("part", ...shown.flatMap(misplacedParts));
	if (version >= 3) wrong("time", ...outOfTime(shown), ...movedAfterwards(shown, statement));
	wrong("order", ...shown.filter(({ number }, n) => number <= (shown[n - 1]?.number ?? 0)).map((proven) => `${named(proven)} is not in its order.`));
	const sums = checkOlderSums(statement, shown);
	wrong("total", ...sums.wrong);
	wrong("seal", ...checkLines(statement, key));
	return {
		shown,
		entries: sums.entries,
		totals: sums.totals,
		fingerprint: fingerprintOfLines(sealed)
	};
}
/** An event counts at the newest clock among it and all before it: never before its own, nor before that of an earlier event. */
function outOfTime(events) {
	return events.flatMap((proven, n) => {
		const [at, clock] = [Date.parse(proven.at), Date.parse(proven.event.metadata?.recordedAt)];
		const before = n === 0 ? Number.NEGATIVE_INFINITY : Date.parse(events[n - 1].at);
		return [...at >= clock ? [] : [`${named(proven)} counts at ${proven.at}, which is before its own clock.`], ...at >= before ? [] : [`${named(proven)} counts at ${proven.at}, which is before an earlier event.`]];
	});
}
// scripts/lib/verifier/main.mjs
/**
* `node verify-statement.mjs FILE [--key PUBLIC_KEY] [--keys FILE] [--predecessor FILE] [--json]`: checks a statement of PerkTree by itself. It
* needs Node 18 or later and this one file: no server, no database, no installed package, nothing else of PerkTree.
* `--keys` is an answer of `GET /api/audit/key`: a key that was revoked or replaced before it signed is refused.
* Exit code 0: nothing is wrong. 1: something is. 2: a file could not be read, or a word of the command is wrong.
*/
var USAGE = "node verify-statement.mjs FILE [--key PUBLIC_KEY] [--keys FILE] [--predecessor FILE] [--json]";
/** What was verified of a statement without a fault, a sentence each. */
function verifiedOf({ statement, keyIsFromFile, predecessor, totals, keys }) {
	const { version, head, events } = statement;
	const count = (...types) => events.filter((proven) => types.includes(typeOf(proven))).length;
	return [
		...version < 7 ? [] : ["The file is in its canonical form: each field once, in one spelling."],
		`Head and statement are signed by the key ${head.keyId}${keyIsFromFile ? ", which is the one in the file" : ""}.`,
		...keys ? [`The list of keys has the key ${head.keyId}, which was in use when it signed.`] : [],
		`${events.length} events are those that the head covers under their numbers.`,
		`${count("BenefitRedeemed", "RedemptionConfirmed")} redemptions and ${count("RedemptionReversed")} reversals follow from path, percents and sale amounts.`,
		`${totals.length} totals follow from the events and the opening balances.`,
		...statement.texts?.length > 0 ? [`${statement.texts.length} references are the texts whose hashes the events have.`] : [],
		...predecessor ? [`The opening balances are the closing balances of ${predecessor}.`] : []
	];
}
function typeOf({ event, parts }) {
	return event?.type ?? parts.find((part) => isShown(part) && part.name === "terms")?.value.type;
}
/** What the verifier takes from the signer without a proof. */
function onTrustOf({ statement, keyIsFromFile, predecessor: given, keys }) {
	const { version, totals, predecessor } = statement;
	const revoked = keys && revocationOf(keys, statement);
	const openings = totals.filter(({ opening }) => opening !== void 0 && opening !== "0.00");
	const whose = version < 7 ? "a statement of this version names no predecessor" : predecessor === null ? "it names no predecessor" : `its predecessor ${predecessor} was not given`;
	return [
		...keyIsFromFile ? ["The key: it is the one in the file. Compare it with the published one, or give that by --key."] : [],
		...revoked ? [`The time of the signature: its key was revoked on ${revoked.at} (${revoked.reason}). Who has the key can write an earlier time.`] : [],
		...given || version < 3 ? [] : [`The opening balances: ${whose}.`],
		...given ? [] : openings.map((row) => `${row.siteId} ${row.distributorId}: opening ${row.opening} ${row.currency}`)
	];
}
function factsOf({ statement, fingerprint, keyIsFromFile }) {
	const { about, from, to, timeZone = "UTC", createdAt, head, until = null, clocks, version } = statement;
	return {
		about,
		from,
		to,
		timeZone,
		createdAt,
		version,
		fingerprint,
		isFinal: version < 7 ? null : until === null,
		until,
		moved: clocks?.moved ?? [],
		head: {
			events: head.events,
			position: head.position,
			chain: head.chain,
			signedAt: head.signedAt
		},
		key: {
			keyId: head.keyId,
			from: keyIsFromFile ? "file" : "argument"
		}
	};
}
function textOf(result) {
	const { about, from, to, timeZone, createdAt, version, isFinal, until, moved, head, key, fingerprint } = factsOf(result);
	const end = isFinal === null ? "whether the period was over is not stated" : isFinal ? "final" : `until position ${until}, not final`;
	return [
		`Statement of ${about.kind} ${about.id}, of version ${version}, with ${isInParts(result.statement.events[0] ?? {}) ? "parts of events" : "whole events"}`,
		`Period: ${from} until before ${to} (${timeZone}); ${end}`,
		`Made: ${createdAt}`,
		`Head: ${head.events} events up to position ${head.position}, chain ${head.chain}, signed at ${head.signedAt}`,
		`Key: ${key.keyId}, ${key.from === "file" ? "from the file" : "given by --key"}`,
		`Fingerprint: ${fingerprint}`,
		...moved.map(({ number, at, recordedAt }) => `Event ${number} counts at ${at}; its own clock said ${recordedAt}.`),
		...result.totals.map((t) => `${t.siteId} ${t.distributorId}: ${t.entries} entries, ${t.sum} ${t.currency}, ${t.paidOut} paid out${(t.writtenOff ?? "0.00") === "0.00" ? "" : `, ${t.writtenOff} written off`}${t.closing === void 0 ? "" : `, balance ${t.opening} before and ${t.closing} after`}`),
		...settledIn(result.statement),
		"",
		"Verified:",
		...verifiedOf(result).map((line) => `- ${line}`),
		...listed("Taken on trust:", onTrustOf(result)),
		...listed("What it does not prove:", DOES_NOT_PROVE)
	].join("\n");
}
var SETTLED = {
	PayoutPaid: "paid out",
	PayoutReferenceCorrected: "reference corrected",
	PayoutReturned: "returned",
	BalanceWrittenOff: "written off"
};
/** A line for each payout, correction, return and write-off: totals alone do not say why a balance fell. */
function settledIn({ events, texts = [] }) {
	const shown = new Map(texts.map(({ number, text }) => [number, text]));
	return events.map(seen).flatMap(({ number, event: { type, data } }) => {
		if (!Object.hasOwn(SETTLED, type)) return [];
		const amount = data.amount === void 0 ? "" : ` ${data.amount} ${data.currency}`;
		const note = data.reference ?? shown.get(number) ?? data.reason;
		return `Event ${number}, ${data.distributorId}: ${SETTLED[type]}${amount}${note === void 0 ? "" : `, ${note}`}`;
	});
}
var listed = (title, lines) => lines.length === 0 ? [] : [
	"",
	title,
	...lines.map((line) => `- ${line}`)
];
/** For programs. With the key in the file alone, a file that was signed again with another key would pass, so `--key` is needed. */
function jsonAnswer(result) {
	const { reasons, totals = [], statement, keyIsFromFile } = result;
	const noKey = {
		code: "key",
		message: "No --key was given: the file was checked by its own key only."
	};
	const all = keyIsFromFile ? [...reasons, noKey] : reasons;
	return {
		ok: all.length === 0,
		key: keyIsFromFile ? "file" : "argument",
		reasons: all,
		wrong: all.map(({ message }) => message),
		totals,
		...statement && {
			fingerprint: result.fingerprint,
			statement: factsOf(result)
		},
		...statement && reasons.length === 0 && {
			verified: verifiedOf(result),
			onTrust: onTrustOf(result)
		},
		doesNotProve: DOES_NOT_PROVE
	};
}
function wordsOf(args) {
	const text = { type: "string" };
	const { values, positionals } = parseArgs({
		args,
		options: {
			key: text,
			keys: text,
			predecessor: text,
			json: { type: "boolean" }
		},
		allowPositionals: true
	});
	if (positionals.length !== 1) throw new Error("Name one file.");
	if (values.key?.trim() === "") throw new Error("--key has no value.");
	return {
		...values,
		file: positionals[0]
	};
}
/** @param keysFile a published list of keys; undefined: none was given */
function withKeys(result, keysFile) {
	if (keysFile === void 0 || result.statement === void 0) return result;
	const keys = readKeys(readFileSync(keysFile, "utf8"));
	const wrong = againstKey(keys, result.statement);
	const reasons = [...result.reasons, ...wrong.map((message) => ({
		code: "key",
		message
	}))];
	return {
		...result,
		keys,
		reasons,
		wrong: reasons.map(({ message }) => message)
	};
}
function main(args) {
	let [words, result] = [];
	try {
		words = wordsOf(args);
	} catch (error) {
		console.error(`${error.message}\n${USAGE}`);
		return 2;
	}
	try {
		const predecessor = words.predecessor && readFileSync(words.predecessor);
		result = withKeys(verifyFile(readFileSync(words.file), {
			key: words.key,
			predecessor
		}), words.keys);
	} catch (error) {
		console.error(`${words.file} cannot be read as a statement: ${error.message}`);
		return 2;
	}
	if (words.json) console.log(JSON.stringify(jsonAnswer(result)));
	else if (result.wrong.length === 0) console.log(textOf(result));
	else {
		const { wrong } = result;
		console.log([`${wrong.length} ${wrong.length === 1 ? "thing is" : "things are"} not right:`, ...wrong].join("\n"));
	}
	if (result.isUnreadable) return 2;
	return result.wrong.length > 0 || words.json && result.keyIsFromFile ? 1 : 0;
}
if (process.argv[1] !== void 0 && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main(process.argv.slice(2));
export { RULES, main, verifyFile, verifyStatement };
