import { gunzipSync } from 'node:zlib';
import { canonicalJson, parseStrict, StrictJsonError } from '../../../contracts/kernel/strict-json.ts';
import { headText, isSigned, keyIdOf, misplacedParts, named, seen } from './hashes.mjs';
import { checkMoney } from './money.mjs';
import {
  checkLines,
  checkOlderSums,
  fingerprintOfLines,
  movedAfterwards,
  otherSpellings,
  unrecorded,
  unsealedFields,
} from './older.mjs';
import { checkOwn, checkPredecessor, readOwn } from './version-7.mjs';

/** @returns the statement in a file's bytes, or the reason why they are refused */
export function readStatement(bytes) {
  try {
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? unzipped(bytes) : bytes;
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
    const statement = parseStrict(text);
    if (statement?.version === 7 && canonicalJson(statement) !== text.replace(/\n$/, '')) {
      return { refused: { code: 'canonical', message: 'The file is not in the canonical form (RFC 8785).' } };
    }
    return { statement };
  } catch (error) {
    const code = error instanceof StrictJsonError ? error.code : 'json';
    return { refused: { code, message: `It cannot be read: ${error.message}` } };
  }
}

/** @throws Error where further bytes follow */
function unzipped(bytes) {
  const { buffer, engine } = gunzipSync(bytes, { info: true });
  if (engine.bytesWritten !== bytes.length) throw new Error('further bytes follow the compressed file');
  return buffer;
}

const refusedFor = (code, message) => ({ reasons: [{ code, message }], wrong: [message] });

/** Reads and checks a file. @param options `key`: public key, base64; `predecessor`: bytes of that file */
export function verifyFile(bytes, { key, predecessor } = {}) {
  const { statement, refused } = readStatement(bytes);
  if (refused) return { ...refusedFor(refused.code, refused.message), isUnreadable: true };
  const before = predecessor && verifyFile(predecessor, { key });
  return verifyStatement(statement, key, before);
}

/**
 * Checks a statement that was read.
 * @param file as it stands in its file: of version 7, with events in columns
 * @param before the result for its predecessor
 * @returns `reasons`, each with code and sentence, `wrong`, the sentences alone, and what was computed and verified
 */
export function verifyStatement(file, trustedKey = undefined, before = undefined) {
  if (file?.format !== 'perktree-statement') return refusedFor('version', 'This is no statement of PerkTree.');
  if (![1, 2, 3, 4, 5, 6, 7].includes(file.version)) {
    return refusedFor('version', 'This statement was made by a newer version: take its verifier.');
  }
  const isOlder = file.version < 7;
  const { statement, shape } = isOlder ? { statement: file, shape: [] } : readOwn(file);
  if (shape.length > 0) return { reasons: shape, wrong: shape.map(({ message }) => message) };

  const reasons = [];
  const wrong = (code, ...messages) => reasons.push(...messages.map((message) => ({ code, message })));
  const { head, publicKey } = statement;
  const key = trustedKey ?? publicKey;
  if (key !== publicKey) wrong('key', 'The key in the file is not the key that was given.');
  if (head.keyId !== keyIdOf(publicKey)) {
    wrong('key', `The head names the key ${head.keyId}, which is not the one in the file.`);
  }
  if (!isSigned(headText(head), head.signature, key)) wrong('head-signature', 'The head is not signed by the key.');
  const own = isOlder ? checkOlder(statement, key, wrong) : checkOwn(file, statement, key, reasons);
  wrong('money', ...checkMoney(own.shown));
  if (before) {
    if (isOlder || before.statement?.version !== 7) wrong('predecessor', 'Statements before version 7 name none.');
    else if (before.wrong.length > 0) wrong('predecessor', `The predecessor is refused: ${before.wrong[0]}`);
    else reasons.push(...checkPredecessor(statement, before));
  }
  return {
    reasons,
    wrong: reasons.map(({ message }) => message),
    statement,
    fingerprint: own.fingerprint,
    entries: own.entries,
    totals: own.totals,
    keyIsFromFile: trustedKey === undefined,
    predecessor: before?.fingerprint ?? null,
  };
}

function checkOlder(statement, key, wrong) {
  const { events, head, version, sealed } = statement;
  const shown = events.map(seen);
  wrong('field', ...unsealedFields(statement));
  wrong('spelling', ...otherSpellings(statement));
  wrong('proof', ...unrecorded(shown, head));
  wrong('part', ...shown.flatMap(misplacedParts));
  if (version >= 3) wrong('time', ...outOfTime(shown), ...movedAfterwards(shown, statement));
  const unordered = shown.filter(({ number }, n) => number <= (shown[n - 1]?.number ?? 0));
  wrong('order', ...unordered.map((proven) => `${named(proven)} is not in its order.`));
  const sums = checkOlderSums(statement, shown);
  wrong('total', ...sums.wrong);
  wrong('seal', ...checkLines(statement, key));
  return { shown, entries: sums.entries, totals: sums.totals, fingerprint: fingerprintOfLines(sealed) };
}

/** An event counts at the newest clock among it and all before it: never before its own, nor before that of an earlier event. */
function outOfTime(events) {
  return events.flatMap((proven, n) => {
    const [at, clock] = [Date.parse(proven.at), Date.parse(proven.event.metadata?.recordedAt)];
    const before = n === 0 ? Number.NEGATIVE_INFINITY : Date.parse(events[n - 1].at);
    return [
      ...(at >= clock ? [] : [`${named(proven)} counts at ${proven.at}, which is before its own clock.`]),
      ...(at >= before ? [] : [`${named(proven)} counts at ${proven.at}, which is before an earlier event.`]),
    ];
  });
}
