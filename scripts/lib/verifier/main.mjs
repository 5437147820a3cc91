/**
 * `node verify-statement.mjs FILE [--key PUBLIC_KEY] [--keys FILE] [--predecessor FILE] [--json]`: checks a statement of PerkTree by itself. It
 * needs Node 18 or later and this one file: no server, no database, no installed package, nothing else of PerkTree.
 * `--keys` is an answer of `GET /api/audit/key`: a key that was revoked or replaced before it signed is refused.
 * Exit code 0: nothing is wrong. 1: something is. 2: a file could not be read, or a word of the command is wrong.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { DOES_NOT_PROVE } from '../../../audit-service/statement/limits.ts';
import { isInParts, isShown, seen } from './hashes.mjs';
import { againstKey, readKeys, revocationOf } from './key-list.mjs';
import { verifyFile } from './verify.mjs';

export { RULES } from './rules.mjs';
export { verifyFile, verifyStatement } from './verify.mjs';

const USAGE = 'node verify-statement.mjs FILE [--key PUBLIC_KEY] [--keys FILE] [--predecessor FILE] [--json]';

/** What was verified of a statement without a fault, a sentence each. */
function verifiedOf({ statement, keyIsFromFile, predecessor, totals, keys }) {
  const { version, head, events } = statement;
  const count = (...types) => events.filter((proven) => types.includes(typeOf(proven))).length;
  return [
    ...(version < 7 ? [] : ['The file is in its canonical form: each field once, in one spelling.']),
    `Head and statement are signed by the key ${head.keyId}${keyIsFromFile ? ', which is the one in the file' : ''}.`,
    ...(keys ? [`The list of keys has the key ${head.keyId}, which was in use when it signed.`] : []),
    `${events.length} events are those that the head covers under their numbers.`,
    `${count('BenefitRedeemed', 'RedemptionConfirmed')} redemptions and ${count('RedemptionReversed')} reversals follow from path, percents and sale amounts.`,
    `${totals.length} totals follow from the events and the opening balances.`,
    ...(statement.texts?.length > 0
      ? [`${statement.texts.length} references are the texts whose hashes the events have.`]
      : []),
    ...(predecessor ? [`The opening balances are the closing balances of ${predecessor}.`] : []),
  ];
}

function typeOf({ event, parts }) {
  return event?.type ?? parts.find((part) => isShown(part) && part.name === 'terms')?.value.type;
}

/** What the verifier takes from the signer without a proof. */
function onTrustOf({ statement, keyIsFromFile, predecessor: given, keys }) {
  const { version, totals, predecessor } = statement;
  const revoked = keys && revocationOf(keys, statement);
  const openings = totals.filter(({ opening }) => opening !== undefined && opening !== '0.00');
  const whose =
    version < 7
      ? 'a statement of this version names no predecessor'
      : predecessor === null
        ? 'it names no predecessor'
        : `its predecessor ${predecessor} was not given`;
  return [
    ...(keyIsFromFile
      ? ['The key: it is the one in the file. Compare it with the published one, or give that by --key.']
      : []),
    ...(revoked
      ? [
          `The time of the signature: its key was revoked on ${revoked.at} (${revoked.reason}). Who has the key can write an earlier time.`,
        ]
      : []),
    ...(given || version < 3 ? [] : [`The opening balances: ${whose}.`]),
    ...(given
      ? []
      : openings.map((row) => `${row.siteId} ${row.distributorId}: opening ${row.opening} ${row.currency}`)),
  ];
}

function factsOf({ statement, fingerprint, keyIsFromFile }) {
  const { about, from, to, timeZone = 'UTC', createdAt, head, until = null, clocks, version } = statement;
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
    head: { events: head.events, position: head.position, chain: head.chain, signedAt: head.signedAt },
    key: { keyId: head.keyId, from: keyIsFromFile ? 'file' : 'argument' },
  };
}

function textOf(result) {
  const { about, from, to, timeZone, createdAt, version, isFinal, until, moved, head, key, fingerprint } =
    factsOf(result);
  const end =
    isFinal === null
      ? 'whether the period was over is not stated'
      : isFinal
        ? 'final'
        : `until position ${until}, not final`;
  return [
    `Statement of ${about.kind} ${about.id}, of version ${version}, with ${isInParts(result.statement.events[0] ?? {}) ? 'parts of events' : 'whole events'}`,
    `Period: ${from} until before ${to} (${timeZone}); ${end}`,
    `Made: ${createdAt}`,
    `Head: ${head.events} events up to position ${head.position}, chain ${head.chain}, signed at ${head.signedAt}`,
    `Key: ${key.keyId}, ${key.from === 'file' ? 'from the file' : 'given by --key'}`,
    `Fingerprint: ${fingerprint}`,
    ...moved.map(({ number, at, recordedAt }) => `Event ${number} counts at ${at}; its own clock said ${recordedAt}.`),
    ...result.totals.map(
      (t) =>
        `${t.siteId} ${t.distributorId}: ${t.entries} entries, ${t.sum} ${t.currency}, ${t.paidOut} paid out${(t.writtenOff ?? '0.00') === '0.00' ? '' : `, ${t.writtenOff} written off`}${t.closing === undefined ? '' : `, balance ${t.opening} before and ${t.closing} after`}`,
    ),
    ...settledIn(result.statement),
    '',
    'Verified:',
    ...verifiedOf(result).map((line) => `- ${line}`),
    ...listed('Taken on trust:', onTrustOf(result)),
    ...listed('What it does not prove:', DOES_NOT_PROVE),
  ].join('\n');
}

const SETTLED = {
  PayoutPaid: 'paid out',
  PayoutReferenceCorrected: 'reference corrected',
  PayoutReturned: 'returned',
  BalanceWrittenOff: 'written off',
};

/** A line for each payout, correction, return and write-off: totals alone do not say why a balance fell. */
function settledIn({ events, texts = [] }) {
  const shown = new Map(texts.map(({ number, text }) => [number, text]));
  return events.map(seen).flatMap(({ number, event: { type, data } }) => {
    if (!Object.hasOwn(SETTLED, type)) return [];
    const amount = data.amount === undefined ? '' : ` ${data.amount} ${data.currency}`;
    const note = data.reference ?? shown.get(number) ?? data.reason;
    return `Event ${number}, ${data.distributorId}: ${SETTLED[type]}${amount}${note === undefined ? '' : `, ${note}`}`;
  });
}

const listed = (title, lines) => (lines.length === 0 ? [] : ['', title, ...lines.map((line) => `- ${line}`)]);

/** For programs. With the key in the file alone, a file that was signed again with another key would pass, so `--key` is needed. */
function jsonAnswer(result) {
  const { reasons, totals = [], statement, keyIsFromFile } = result;
  const noKey = { code: 'key', message: 'No --key was given: the file was checked by its own key only.' };
  const all = keyIsFromFile ? [...reasons, noKey] : reasons;
  const ok = all.length === 0;
  return {
    ok,
    key: keyIsFromFile ? 'file' : 'argument',
    reasons: all,
    wrong: all.map(({ message }) => message),
    totals,
    ...(statement && { fingerprint: result.fingerprint, statement: factsOf(result) }),
    ...(statement && reasons.length === 0 && { verified: verifiedOf(result), onTrust: onTrustOf(result) }),
    doesNotProve: DOES_NOT_PROVE,
  };
}

function wordsOf(args) {
  const text = { type: 'string' };
  const options = { key: text, keys: text, predecessor: text, json: { type: 'boolean' } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length !== 1) throw new Error('Name one file.');
  if (values.key?.trim() === '') throw new Error('--key has no value.');
  return { ...values, file: positionals[0] };
}

/** @param keysFile a published list of keys; undefined: none was given */
function withKeys(result, keysFile) {
  if (keysFile === undefined || result.statement === undefined) return result;
  const keys = readKeys(readFileSync(keysFile, 'utf8'));
  const wrong = againstKey(keys, result.statement);
  const reasons = [...result.reasons, ...wrong.map((message) => ({ code: 'key', message }))];
  return { ...result, keys, reasons, wrong: reasons.map(({ message }) => message) };
}

export function main(args) {
  let [words, result] = [];
  try {
    words = wordsOf(args);
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    return 2;
  }
  try {
    const predecessor = words.predecessor && readFileSync(words.predecessor);
    result = withKeys(verifyFile(readFileSync(words.file), { key: words.key, predecessor }), words.keys);
  } catch (error) {
    console.error(`${words.file} cannot be read as a statement: ${error.message}`);
    return 2;
  }
  if (words.json) console.log(JSON.stringify(jsonAnswer(result)));
  else if (result.wrong.length === 0) console.log(textOf(result));
  else {
    const { wrong } = result;
    console.log([`${wrong.length} ${wrong.length === 1 ? 'thing is' : 'things are'} not right:`, ...wrong].join('\n'));
  }
  if (result.isUnreadable) return 2;
  return result.wrong.length > 0 || (words.json && result.keyIsFromFile) ? 1 : 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = main(process.argv.slice(2));
}
