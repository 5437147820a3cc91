import { CLOCK_BOUND_SECONDS, DOES_NOT_PROVE } from '../../../audit-service/statement/limits.ts';
import { canonicalJson } from '../../../contracts/kernel/strict-json.ts';
import {
  isInParts,
  isSigned,
  leafOfParts,
  leafOfSorted,
  misplacedParts,
  named,
  rootOfProof,
  seen,
  sha256,
} from './hashes.mjs';
import { wrongShape } from './shape.mjs';
import { checkSums } from './sums.mjs';
import { isUnreadable, unpacked } from './unpack.mjs';

/** Version 7: canonical JSON, one proof for all events, and a seal over the whole file. */

export const fingerprintOf = ({ seal: _, ...unsealed }) => sha256(canonicalJson(unsealed)).toString('hex');

/** @returns the statement with its events as a list, or what makes all further checks pointless */
export function readOwn(file) {
  try {
    const statement = unpacked(file);
    return { statement, shape: wrongShape(statement) };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { statement: null, shape: [{ code: error.code, message: `It cannot be read: ${error.message}.` }] };
  }
}

export function checkOwn(file, statement, key, reasons) {
  const { about, from, to, createdAt, until, head, events, proof, doesNotProve } = statement;
  const wrong = (code, ...messages) => reasons.push(...messages.map((message) => ({ code, message })));
  const fingerprint = fingerprintOf(file);
  if (!isSigned(`perktree-statement-7\n${fingerprint}\n`, statement.seal, key)) {
    wrong('seal', 'The statement is not signed by the key: something in it was changed, added or left out.');
  }
  if (from > to) wrong('period', `The period ends at ${to}, before it begins at ${from}.`);
  if (to > createdAt) wrong('future', `The period ends at ${to}, after the statement was made at ${createdAt}.`);
  if (until !== null && until !== head.position) {
    wrong('until', `It is until position ${until}, and its head ends at position ${head.position}.`);
  }
  if (canonicalJson(doesNotProve) !== canonicalJson(DOES_NOT_PROVE)) {
    wrong('limits', 'Its list of what it does not prove is not that of the format.');
  }
  const shown = events.map(seen);
  const isInOrder = events.every(({ number }, n) => number > (events[n - 1]?.number ?? 0) && number <= head.events);
  if (!isInOrder) wrong('order', 'The events are not in the order of their numbers, up to the number of the head.');
  if (isInOrder) {
    const leaves = events.map((proven) => [
      proven.number - 1,
      isInParts(proven) ? leafOfParts(proven) : leafOfSorted(proven.event),
    ]);
    const root = rootOfProof(head.events, leaves, proof)?.toString('hex');
    if (root === undefined) wrong('proof', 'The proof has too few or too many hashes.');
    else if (root !== (about.kind === 'site' ? head.root : head.parts)) {
      wrong(
        'proof',
        'The events are not what was recorded under their numbers: they do not lead to the root of the head.',
      );
    }
  }
  wrong('part', ...shown.flatMap(misplacedParts));
  wrong(
    'about',
    ...shown
      .filter((proven) => !isAbout(proven, about))
      .map((proven) => `${named(proven)} is not about ${about.kind} ${about.id}.`),
  );
  wrong(
    'period',
    ...shown.filter(({ at }) => at >= to).map((proven) => `${named(proven)} counts at ${proven.at}, after the period.`),
  );
  checkClocks(statement, shown, wrong);
  checkTexts(statement, shown, wrong);
  const sums = checkSums(
    { ...statement, events: shown },
    { entries: null, totals: statement.totals },
    statement.totals,
  );
  wrong('total', ...sums.wrong);
  return { fingerprint, shown, entries: sums.entries, totals: sums.totals };
}

function isAbout({ event: { data } }, { kind, id }) {
  if (kind === 'site') return data.siteId === id;
  if (data.distributorId !== undefined) return data.distributorId === id;
  return data.shares.every((share) => share?.ownerId === id);
}

/** An event counts at the newest clock among it and all before it. */
function checkClocks({ clocks }, shown, wrong) {
  let before = '';
  const moved = [];
  for (const proven of shown) {
    const { number, at } = proven;
    const { recordedAt } = proven.event.metadata;
    const late = millisecondsOf(at) - millisecondsOf(recordedAt);
    if (!(late >= 0)) wrong('time', `${named(proven)} counts at ${at}, which is before its own clock.`);
    if (at < before) wrong('time', `${named(proven)} counts at ${at}, which is before an earlier event.`);
    if (late > CLOCK_BOUND_SECONDS * 1_000) moved.push({ number, at, recordedAt });
    before = at;
  }
  if (canonicalJson(clocks) !== canonicalJson({ boundSeconds: CLOCK_BOUND_SECONDS, moved })) {
    wrong('clocks', 'Its list of events that count later than their own clock is not that of its events.');
  }
}

/** NaN: it is no time, as 31 February. */
function millisecondsOf(time) {
  if (typeof time !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(time)) return Number.NaN;
  const found = Date.parse(time);
  const isThere = found >= 0 && new Date(found).toISOString().startsWith(time.slice(0, 19));
  return isThere ? found : Number.NaN;
}

/** Texts outside the events belong to them by a salted hash. */
function checkTexts({ texts }, shown, wrong) {
  let before = 0;
  const events = new Map(shown.map(({ number, event }) => [number, event]));
  for (const { number, salt, text } of texts) {
    const event = events.get(number);
    const hash = sha256('perktree-text-1\n', Buffer.from(salt, 'hex'), text).toString('hex');
    if (hash !== event?.data.noteHash) wrong('text', `The text “${text}” is not that of event ${number}.`);
    if (number <= before) wrong('text', `The text of event ${number} is not in the order of the events.`);
    before = number;
  }
}

/** Whether a statement continues another one. @returns reasons */
export function checkPredecessor(statement, before) {
  const reasons = [];
  const wrong = (message) => reasons.push({ code: 'predecessor', message });
  if (statement.predecessor !== before.fingerprint) {
    wrong(`It names the predecessor ${statement.predecessor ?? 'none'}, and the given file is ${before.fingerprint}.`);
  }
  const { about, to, until, totals, head } = before.statement;
  if (canonicalJson(about) !== canonicalJson(statement.about)) wrong('The predecessor is about something else.');
  if (to !== statement.from) wrong(`The predecessor ends at ${to}, and the period begins at ${statement.from}.`);
  if (until !== null) wrong('The predecessor is not final.');
  if (head.events > statement.head.events) wrong('The head of the predecessor covers more events.');
  const key = ({ siteId, distributorId, currency }) => `${siteId} ${distributorId} ${currency}`;
  const balances = (rows, field) => new Map(rows.map((row) => [key(row), row[field]]));
  const [closing, opening] = [balances(totals, 'closing'), balances(statement.totals, 'opening')];
  for (const row of new Set([...closing.keys(), ...opening.keys()])) {
    const [there, here] = [closing.get(row) ?? '0.00', opening.get(row) ?? '0.00'];
    if (there !== here) wrong(`${row}: the predecessor closes with ${there}, and this statement opens with ${here}.`);
  }
  return reasons;
}
