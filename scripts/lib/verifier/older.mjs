import { canonicalJson } from '../../../contracts/kernel/strict-json.ts';
import { climb, isInParts, isShown, isSigned, leafOf, leafOfParts, named, sha256 } from './hashes.mjs';
import { checkSums } from './sums.mjs';

/**
 * Versions 1 to 6: each event has a path of its own, and the seal signs lines that repeat the file. Their layout is free, so
 * only the fields that the lines cover may be there.
 */

/** Fields of a statement and of its parts. The seal covers no other ones, so any holder of the file could add them. */
const FIELDS = {
  statement: 'format version about from to timeZone createdAt events entries totals head publicKey sealed seal',
  about: 'kind id',
  head: 'events position chain root parts signedAt keyId signature',
  entries: 'entryId number at siteId redemptionId qrId distributorId percent amount currency reversesEntryId',
  totals: 'siteId distributorId currency opening entries earned takenBack sum paidOut writtenOff closing',
  events: 'number at path event parts',
  event: 'stream revision eventId type data metadata',
  parts: 'name value salt hidden',
};

/** @returns sentences on fields that no signature covers, and on hashes and ids in another spelling */
export function unsealedFields(statement) {
  const { about, head, entries, totals, events } = statement;
  const groups = {
    statement: [statement],
    about: [about],
    head: [head],
    entries,
    totals,
    events,
    event: events.flatMap(({ event }) => event ?? []),
    parts: events.flatMap(({ parts }) => parts ?? []),
  };
  return Object.entries(groups).flatMap(([group, items]) => {
    const known = new Set(FIELDS[group].split(' '));
    const unknown = new Set(items.flatMap((item) => Object.keys(item).filter((field) => !known.has(field))));
    return [...unknown].map((field) => `It has the field “${field}” in “${group}”, which its seal does not cover.`);
  });
}

/** What a reader of bytes would take in another spelling too, so that no signature tells the spellings apart. */
export function otherSpellings({ events, head, seal, publicKey }) {
  const hex = events.flatMap(({ path, parts }) => [
    ...path,
    ...(parts ?? []).flatMap((part) => (isShown(part) ? part.salt : part.hidden)),
  ]);
  return [
    ...hex.filter((text) => !/^[\da-f]{64}$/.test(text)).map((text) => `“${text}” is not spelled as a hash.`),
    ...events.flatMap(({ event }) =>
      event && event.eventId !== event.eventId.toLowerCase() ? `The id ${event.eventId} is in capitals.` : [],
    ),
    ...[head.signature, seal, publicKey]
      .filter((text) => Buffer.from(text, 'base64').toString('base64') !== text)
      .map((text) => `“${text}” is not spelled as base64.`),
  ];
}

export const textOf = (lines) => lines.map((line) => `${line}\n`).join('');
export const fingerprintOfLines = (sealed) => sha256(textOf(sealed)).toString('hex');

/** Each event where it was recorded. */
export function unrecorded(events, head) {
  return events
    .filter((proven) => !isRecorded(proven, head))
    .map((proven) => `${named(proven)} is not what was recorded under that number.`);
}

function isRecorded(proven, head) {
  const { number, path } = proven;
  if (!Number.isInteger(number) || number < 1 || number > head.events) return false;
  const [leaf, root] = isInParts(proven) ? [leafOfParts(proven), head.parts] : [leafOf(proven.event), head.root];
  const neighbours = path.map((hash) => Buffer.from(hash, 'hex'));
  return climb(leaf, number - 1, head.events, neighbours)?.toString('hex') === root;
}

/** The words of the signed lines that begin with one of some words. */
const sealedWords = (sealed, beginnings) =>
  sealed.map((line) => String(line).split(' ')).filter(([first]) => beginnings.includes(first));

/** Events that count at another time than was signed. */
export function movedAfterwards(events, { version, sealed }) {
  if (version < 3) return [];
  const signed = new Map(sealedWords(sealed, ['event', 'parts']).map(([, number, at]) => [number, at]));
  return events.flatMap((proven) => {
    const there = signed.get(String(proven.number)) ?? proven.at;
    return there === proven.at
      ? []
      : `${named(proven)} counts at ${proven.at}, and was signed as counting at ${there}.`;
  });
}

export function checkOlderSums(statement, events) {
  const openings = sealedWords(statement.sealed, ['total']).map(([, siteId, distributorId, currency, opening]) => ({
    siteId,
    distributorId,
    currency,
    opening,
  }));
  return checkSums({ ...statement, events }, statement, statement.version < 3 ? null : openings);
}

/** The seal, and what was signed against what is in the file now. */
export function checkLines(statement, key) {
  const { sealed, seal } = statement;
  if (!isSigned(textOf(sealed), seal, key)) return ['The lines that seal the statement are not signed by the key.'];
  const now = linesOf(statement);
  const [signed, there] = [new Set(sealed), new Set(now)];
  const place = sealed.findIndex((line, index) => line !== now[index]);
  const isOrder = place >= 0 && signed.size === there.size && [...signed].every((line) => there.has(line));
  return [
    ...sealed
      .filter((line) => !there.has(line))
      .map((line) => `It was signed with “${line}”, which the file does not say.`),
    ...now.filter((line) => !signed.has(line)).map((line) => `It says “${line}”, and was not signed with that.`),
    ...(isOrder ? [`The order is not the one that was signed: from “${now[place]}” on.`] : []),
  ];
}

function linesOf({ version, about, from, to, timeZone, createdAt, head, events, entries, totals }) {
  return [
    `perktree-statement-${version}`,
    `about ${about.kind} ${about.id}`,
    `period ${from} ${to}`,
    ...(version < 6 ? [] : [`zone ${timeZone}`]),
    `created ${createdAt}`,
    `head ${head.events} ${head.chain} ${head.root}${version === 1 ? '' : ` ${head.parts ?? '-'}`}`,
    ...events.flatMap((proven) => (isInParts(proven) ? linesOfParts(proven, version) : [lineOfWhole(proven, version)])),
    ...entries.map((e) =>
      [
        'entry',
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
        e.reversesEntryId ?? '-',
      ].join(' '),
    ),
    ...totals.map((t) =>
      [
        'total',
        t.siteId,
        t.distributorId,
        t.currency,
        ...(version < 3 ? [] : [t.opening]),
        t.entries,
        t.earned,
        t.takenBack,
        t.sum,
        t.paidOut,
        ...(version < 3 ? [] : [t.writtenOff, t.closing]),
      ].join(' '),
    ),
  ];
}

const placeOf = ({ number, at }, version) => (version < 3 ? `${number}` : `${number} ${at}`);

const lineOfWhole = (proven, version) => `event ${placeOf(proven, version)} ${leafOf(proven.event).toString('hex')}`;

function linesOfParts(proven, version) {
  const { number, parts } = proven;
  const fields = parts.filter(isShown).flatMap(({ name, value }) =>
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([field, told]) => `shown ${number} ${name}: ${field} is ${canonicalJson(told)}`),
  );
  return [`parts ${placeOf(proven, version)} ${leafOfParts(proven).toString('hex')}`, ...fields];
}
