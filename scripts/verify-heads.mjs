#!/usr/bin/env node
/**
 * `node verify-heads.mjs FILE… [--keys FILE] [--key PUBLIC_KEY]… [--proof FILE]… [--json]`: checks signed heads of PerkTree's event
 * chain. It needs Node 18 or later and this one file. The formats are in docs/reference/chain-format.md.
 *
 * FILE holds heads (an answer of `GET /api/audit/heads`, a list, one head) or a statement, of which the head and the date count.
 * `--keys` is an answer of `GET /api/audit/key`, `--proof` one of `GET /api/audit/consistency`. `--key` is a public key that the
 * reader trusts: other keys then have to be handed over by it. `--json` needs `--key`.
 *
 * Exit code 0: nothing is wrong. 1: something is. 2: a file could not be read.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const nodeOf = (left, right) => sha256(Buffer.from([1]), left, right);
const lines = (...texts) => texts.map((text) => `${text}\n`).join('');

/** The text that a head's signature is about. */
function headText({ events, position, chain, root, parts, signedAt }) {
  return parts === null
    ? lines('perktree-chain-head-1', events, position, chain, root, signedAt)
    : lines('perktree-chain-head-2', events, position, chain, root, parts, signedAt);
}

/** The text with which a key hands over to the next one. */
const handOverText = ({ handOver, keyId, publicKey, since }) =>
  lines('perktree-key-hand-over-1', handOver.from, keyId, publicKey, since);

/** The text with which another key revokes a key. */
const revocationText = ({ keyId, revoked }) =>
  lines('perktree-key-revocation-1', keyId, revoked.at, revoked.reason, revoked.by);

const keyIdOf = (publicKey) => sha256(Buffer.from(publicKey, 'base64')).toString('hex').slice(0, 16);

function isSigned(text, signature, publicKey) {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    const bytes = Buffer.from(signature, 'base64');
    // Another spelling of the same bytes is another file.
    const isCanonical = bytes.toString('base64') === signature;
    return key.asymmetricKeyType === 'ed25519' && isCanonical && verify(null, Buffer.from(text), key, bytes);
  } catch {
    return false;
  }
}

/**
 * RFC 6962, 2.1.2 (the algorithm of RFC 9162, 2.1.4.2): whether the tree over `from` leaves is the beginning of that over `to`.
 * All hashes are hexadecimal.
 */
export function isConsistent({ from, to, path }, rootBefore, rootAfter) {
  if (!(Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 1 && from <= to)) return false;
  if (from === to) return path.length === 0 && rootBefore === rootAfter;
  // Numbers above 2^31 need more than bitwise operators.
  const isOdd = (number) => number % 2 === 1;
  const half = (number) => Math.floor(number / 2);
  const hashes = path.map((hash) => Buffer.from(hash, 'hex'));
  const isPower = 2 ** Math.round(Math.log2(from)) === from;
  const [first, ...rest] = isPower ? [Buffer.from(rootBefore, 'hex'), ...hashes] : hashes;
  if (first === undefined) return false;
  let [left, right] = [from - 1, to - 1];
  while (isOdd(left)) [left, right] = [half(left), half(right)];
  let [before, after] = [first, first];
  for (const hash of rest) {
    if (right === 0) return false;
    if (isOdd(left) || left === right) {
      [before, after] = [nodeOf(hash, before), nodeOf(hash, after)];
      while (!isOdd(left) && left !== 0) [left, right] = [half(left), half(right)];
    } else {
      after = nodeOf(after, hash);
    }
    [left, right] = [half(left), half(right)];
  }
  return right === 0 && before.toString('hex') === rootBefore && after.toString('hex') === rootAfter;
}

const HASH = /^[\da-f]{64}$/;
const isHash = (value) => typeof value === 'string' && HASH.test(value);
const isCount = (value) => Number.isSafeInteger(value) && value > 0;
const isTime = (value) => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
};
/** No line break: each fact of a signed text is a line. */
const isLine = (value) => typeof value === 'string' && value !== '' && !/[\p{Cc}\u2028\u2029]/u.test(value);
const orNull = (check) => (value) => value === null || check(value);
const shaped = (fields) => (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === Object.keys(fields).length &&
  Object.entries(fields).every(([name, check]) => Object.hasOwn(value, name) && check(value[name]));

const isHead = shaped({
  events: isCount,
  position: (value) => /^\d+$/.test(value),
  chain: isHash,
  root: isHash,
  parts: orNull(isHash),
  signedAt: isTime,
  keyId: isLine,
  signature: isLine,
});
const isKey = shaped({
  keyId: isLine,
  publicKey: isLine,
  since: isTime,
  until: orNull(isTime),
  handOver: orNull(shaped({ from: isLine, signature: isLine })),
  revoked: orNull(shaped({ at: isTime, reason: isLine, by: isLine, signature: isLine })),
});
const isProof = shaped({
  from: isCount,
  to: isCount,
  path: (value) => Array.isArray(value) && value.every(isHash),
  partsPath: orNull((value) => Array.isArray(value) && value.every(isHash)),
});

/** JSON in its one form, but for white space: no name twice, no other spelling of a number or a text. */
function strictJson(text) {
  const value = JSON.parse(text);
  const bare = text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string) => string ?? '');
  if (bare !== JSON.stringify(value)) throw new Error('a name stands twice, or a value is spelled in another way');
  return value;
}

function readList(file, name, check) {
  const value = strictJson(readFileSync(file, 'utf8'));
  const list = Array.isArray(value) ? value : (value?.[name] ?? [value]);
  if (!Array.isArray(list) || !list.every(check)) throw new Error(`it does not hold ${name} alone`);
  return list;
}

/** Heads with the times at which their key signed something. */
function readHeads(file) {
  const value = strictJson(readFileSync(file, 'utf8'));
  if (value?.format !== 'perktree-statement') return readList(file, 'heads', isHead).map((head) => ({ head, file }));
  if (!isHead(value.head) || !isTime(value.createdAt)) throw new Error('its head or its date has another form');
  return [{ head: value.head, file, madeAt: value.createdAt }];
}

/** That a key has the name of its public key, and took over from the key that it says. */
function checkHandOver(key, { known, given }, wrong) {
  const [name, predecessor] = [`The key ${key.keyId}`, key.handOver && known.get(key.handOver.from)];
  if (keyIdOf(key.publicKey) !== key.keyId) wrong.push(`${name} has another name than its public key.`);
  if (key.handOver && !(predecessor && isSigned(handOverText(key), key.handOver.signature, predecessor.publicKey))) {
    wrong.push(`${name} is not signed by ${key.handOver.from}, from which it claims to have taken over.`);
  }
  if (predecessor && predecessor.until !== key.since) {
    wrong.push(`${name} took over at ${key.since}, and ${predecessor.keyId} ended at ${predecessor.until}.`);
  }
  if (predecessor && isAfterRevocation(predecessor, key) && !given.includes(key.publicKey)) {
    wrong.push(`${name} was handed over by ${predecessor.keyId} after that was revoked: trust it only by --key.`);
  }
}

const isAfterRevocation = ({ revoked }, next) => revoked !== null && revoked.at <= next.since;

/** That another key signed the revocation of a key. */
function checkRevocation(key, known, wrong) {
  const by = known.get(key.revoked?.by);
  if (key.revoked === null) return;
  if (by && by !== key && isSigned(revocationText(key), key.revoked.signature, by.publicKey)) return;
  wrong.push(`The revocation of the key ${key.keyId} is not signed by ${key.revoked.by}.`);
}

/** Keys that the reader may rely on: those that are given, and those that one of them has handed over to. */
function trustedKeys(keys, given, wrong) {
  const known = new Map(keys.map((key) => [key.keyId, key]));
  for (const key of keys) {
    checkHandOver(key, { known, given }, wrong);
    checkRevocation(key, known, wrong);
  }
  if (given.length === 0) return known;
  const trusted = new Map();
  const trust = (key) => {
    if (trusted.has(key.keyId)) return;
    trusted.set(key.keyId, key);
    for (const next of keys) if (next.handOver?.from === key.keyId && !isAfterRevocation(key, next)) trust(next);
  };
  for (const publicKey of given) {
    const keyId = keyIdOf(publicKey);
    trust(known.get(keyId) ?? { keyId, publicKey, since: null, until: null, handOver: null, revoked: null });
  }
  return trusted;
}

/** Why a key may not have signed something at a time; null: it may. */
function misuse({ keyId, since, until, handOver, revoked }, at) {
  if (handOver && at < since) return `the key ${keyId} is in use since ${since}`;
  if (until !== null && at > until) return `the key ${keyId} was replaced at ${until}`;
  if (revoked && at >= revoked.at) return `the key ${keyId} was revoked at ${revoked.at}: ${revoked.reason}`;
  return null;
}

function checkHeads(entries, keys, wrong) {
  for (const { head, file, madeAt } of entries) {
    const name = `The head of ${head.events} events in ${file}`;
    const key = keys.get(head.keyId);
    if (key === undefined) {
      wrong.push(`${name} is signed by ${head.keyId}, which is neither given nor handed over by a given key.`);
      continue;
    }
    if (!isSigned(headText(head), head.signature, key.publicKey)) wrong.push(`${name} is not signed by ${head.keyId}.`);
    for (const at of [head.signedAt, ...(madeAt === undefined ? [] : [madeAt])]) {
      const why = misuse(key, at);
      if (why) wrong.push(`${name} counts as signed at ${at}, but ${why}.`);
    }
  }
}

/** Each head against the next larger one, in both trees. @returns pairs that no proof is about */
function checkHistory(heads, proofs, wrong) {
  for (const [n, after] of heads.slice(1).entries()) {
    const before = heads[n];
    const pair = `the heads of ${before.events} and ${after.events} events`;
    if (after.signedAt < before.signedAt) {
      wrong.push(`Of ${pair}, the later one was signed earlier: at ${after.signedAt} and at ${before.signedAt}.`);
    }
    if (before.events === after.events && before.chain !== after.chain) wrong.push(`The chains of ${pair} differ.`);
  }
  const unproven = new Set();
  for (const [root, path] of [
    ['root', 'path'],
    ['parts', 'partsPath'],
  ]) {
    // Heads without parts say nothing about that tree.
    const having = heads.filter((head) => head[root] !== null);
    for (const [n, after] of having.slice(1).entries()) {
      const before = having[n];
      const [from, to] = [before.events, after.events];
      const proof = from === to ? { [path]: [] } : proofs.find((each) => each.from === from && each.to === to);
      const hashes = proof?.[path] ?? null;
      if (hashes === null) unproven.add(`${from} and ${to}`);
      else if (!isConsistent({ from, to, path: hashes }, before[root], after[root])) {
        wrong.push(`By the proof, the heads of ${from} and ${to} events are not of one history (${root}).`);
      }
    }
  }
  return [...unproven];
}

/**
 * @param entries heads with the file that they are from, and for statements `madeAt`
 * @returns sentences on everything that is wrong, and pairs of heads that no proof is about
 */
export function verifyHeads(entries, { keys = [], given = [], proofs = [] }) {
  const wrong = [];
  if (entries.length === 0) wrong.push('There is no head to check.');
  checkHeads(entries, trustedKeys(keys, given, wrong), wrong);
  const heads = entries.map(({ head }) => head);
  heads.sort((a, b) => a.events - b.events || (a.signedAt < b.signedAt ? -1 : 1));
  const unproven = checkHistory(heads, proofs, wrong);
  return { wrong, unproven, heads };
}

/** The values of an option that may be repeated, and the other words. */
function options(args) {
  const found = { files: [], '--keys': [], '--key': [], '--proof': [] };
  for (let n = 0; n < args.length; n += 1) {
    const word = args[n];
    if (word === '--json') continue;
    if (!word.startsWith('--')) found.files.push(word);
    else if (found[word] === undefined || args[n + 1] === undefined || args[n + 1].startsWith('--')) return null;
    else found[word].push(args[++n]);
  }
  return found.files.length === 0 ? null : found;
}

function main(args) {
  const asked = options(args);
  if (asked === null) {
    console.error('node verify-heads.mjs FILE… [--keys FILE] [--key PUBLIC_KEY]… [--proof FILE]… [--json]');
    return 2;
  }
  const read = (files, reader) =>
    files.flatMap((file) => {
      try {
        return reader(file);
      } catch (error) {
        throw new Error(`${file} cannot be read: ${error.message}.`);
      }
    });
  let result;
  const given = asked['--key'];
  try {
    const keys = read(asked['--keys'], (file) => readList(file, 'keys', isKey));
    const proofs = read(asked['--proof'], (file) => readList(file, 'proofs', isProof));
    result = verifyHeads(read(asked.files, readHeads), { keys, given, proofs });
  } catch (error) {
    console.error(error.message);
    return 2;
  }
  const { wrong, unproven, heads } = result;
  if (args.includes('--json')) {
    const problems = given.length === 0 ? [...wrong, 'No --key was given: the keys of the file were believed.'] : wrong;
    console.log(
      JSON.stringify({ ok: problems.length === 0 && unproven.length === 0, wrong: problems, unproven, heads }),
    );
    return problems.length === 0 && unproven.length === 0 ? 0 : 1;
  }
  for (const { events, signedAt, keyId, root } of heads) {
    console.log(`${events} events, signed at ${signedAt} by ${keyId}, root ${root}`);
  }
  for (const pair of unproven) console.log(`Not checked: whether ${pair} events are of one history. Give a --proof.`);
  if (wrong.length > 0) {
    console.log([`${wrong.length} ${wrong.length === 1 ? 'thing is' : 'things are'} not right:`, ...wrong].join('\n'));
    return 1;
  }
  console.log(`${heads.length} ${heads.length === 1 ? 'signature is' : 'signatures are'} genuine.`);
  if (heads.length > 1 && unproven.length === 0) console.log('All of these heads are of one history.');
  if (given.length === 0)
    console.log('The keys are those of the file: compare them with what you were given, or use --key.');
  return unproven.length === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = main(process.argv.slice(2));
}
