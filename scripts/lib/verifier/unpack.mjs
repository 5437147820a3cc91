import { digestHex, sorted } from './hashes.mjs';

/** Events and proof of a file of version 7 (docs/reference/statement-format.md#events). */

class Unreadable extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}
const expect = (isRight, what, code = 'field') => {
  if (!isRight) throw new Unreadable(what, code);
};
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value) => typeof value !== 'object' || value === null;
const isPlace = (value, count) => Number.isSafeInteger(value) && value >= 0 && value < count;

/** @returns the statement with its events and its proof as lists @throws Unreadable */
export function unpacked({ events, proof, ...statement }) {
  return { ...statement, events: eventsOf(events), proof: piecesOf(proof, 32) };
}

export const isUnreadable = (error) => error instanceof Unreadable;

function eventsOf(events) {
  hasFields(events, 'events', ['groups', 'of']);
  const { groups, of } = events;
  expect(Array.isArray(groups) && Array.isArray(of), 'events has no lists of groups and of their places');
  expect(
    of.every((place) => isPlace(place, groups.length)),
    'events.of names a group that is not there',
  );
  const rows = groups.map(() => 0);
  for (const place of of) rows[place] += 1;
  const readers = groups.map((group, n) => readerOf(group, rows[n], `events.groups[${n}]`));
  return of.map((place) => readers[place]());
}

/** @returns what answers one event after the other */
function readerOf(group, rows, at) {
  hasFields(group, at, ['columns', 'outline']);
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
    if (typeof outline === 'object' && outline !== null) return Object.values(outline).forEach(use);
    expect(isPlace(outline, columns.length), `${at}.outline names a column that is not there`);
    used.add(outline);
  };
  use(group.outline);
  expect(
    columns.every((_, n) => used.has(n)),
    `${at} has a column that no event has`,
  );
  const fill = filler(sorted(group.outline), columns);
  let row = -1;
  return () => {
    row += 1;
    return fill(row);
  };
}

/** @returns what answers the value of one row, with names in the order of the outline */
function filler(outline, columns) {
  if (typeof outline === 'number') {
    const { values } = columns[outline];
    return (row) => values[row];
  }
  if (Array.isArray(outline)) {
    const items = outline.map((inner) => filler(inner, columns));
    return (row) => items.map((item) => item(row));
  }
  const members = Object.entries(outline).map(([name, inner]) => [name, filler(inner, columns)]);
  if (Object.hasOwn(outline, '__proto__')) {
    return (row) => Object.fromEntries(members.map(([name, member]) => [name, member(row)]));
  }
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
  if (form === 'same') {
    expect(isScalar(column.same), `${at} is no single value`);
    return { values: new Array(rows).fill(column.same) };
  }
  if (form === 'steps' || form === 'times') return { values: summed(column[form], form, at) };
  if (form === 'at,values' || form === 'as,values') {
    const isOther = form === 'as,values';
    expect(!isOther || isPlace(column.as, before.length), `${at} has the places of what is not there`);
    const places = isOther ? before[column.as].places : column.at;
    expect(Array.isArray(places), `${at} has no places`);
    const few = plainOf(column.values, `${at}.values`);
    expect(
      places.every((place) => isPlace(place, few.length)),
      `${at} names a value that is not there`,
    );
    expect(new Set(places).size === few.length, `${at} has a value that no event has`);
    return { places, values: places.map((place) => few[place]) };
  }
  if (form !== 'derived') return { values: plainOf(column, at) };
  const parts = column.derived;
  expect(
    Array.isArray(parts) && parts.every((part) => typeof part === 'string' || isPlace(part, before.length)),
    `${at} derives from what is not there`,
  );
  const from = (part, row) => (typeof part === 'string' ? part : before[part].values[row]);
  return { values: Array.from({ length: rows }, (_, row) => derivedId(parts.map((part) => from(part, row)))) };
}

function plainOf(column, at) {
  const form = isObject(column) ? Object.keys(column).join() : '';
  if (form === 'uuids') return piecesOf(column.uuids, 16).map(uuidOf);
  if (form === 'hashes') return piecesOf(column.hashes, 32);
  expect(form === 'list' && Array.isArray(column.list) && column.list.every(isScalar), `${at} is no column`);
  return column.list;
}

const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

function summed(steps, form, at) {
  let sum = 0;
  expect(Array.isArray(steps), `${at} has no steps`);
  return steps.map((step) => {
    expect(Number.isSafeInteger(step), `${at} has a step that is no whole number`);
    sum += step;
    expect(Number.isSafeInteger(sum), `${at} leads out of range`);
    if (form === 'steps') return sum;
    expect(sum >= 0 && sum <= LAST_TIME, `${at} leads out of range`);
    return new Date(sum).toISOString();
  });
}

function piecesOf(base64, size) {
  expect(typeof base64 === 'string', `a list of ${size} bytes each is no text`);
  const bytes = Buffer.from(base64, 'base64');
  const isSpelled = bytes.toString('base64') === base64 && bytes.length % size === 0;
  expect(isSpelled, `a list of ${size} bytes each is not spelled in base64`, 'spelling');
  const hex = bytes.toString('hex');
  return Array.from({ length: bytes.length / size }, (_, n) => hex.slice(n * size * 2, (n + 1) * size * 2));
}

const uuidOf = (hex) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;

/** The UUID (version 8, RFC 9562) of parts that are each preceded by their length. */
function derivedId(parts) {
  let text = '';
  for (const part of parts) {
    const isRight = typeof part === 'string' || Number.isSafeInteger(part);
    expect(isRight, 'an id derives from what is neither text nor whole number');
    text += `${String(part).length}:${part}`;
  }
  const hex = digestHex(text);
  const variant = '89ab'[Number.parseInt(hex[16], 16) & 3];
  return uuidOf(`${hex.slice(0, 12)}8${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`);
}

function hasFields(value, at, fields) {
  const isRight = isObject(value) && Object.keys(value).sort().join() === fields.join();
  expect(isRight, `“${at}” has not the fields ${fields.join(' and ')}`);
}
