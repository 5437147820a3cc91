/** The fields of a statement of version 7, and how each is spelled (docs/reference/statement-format.md). */

const text = (pattern, what) => (value, at) => {
  if (typeof value !== 'string') return [problem('field', at, 'is no text')];
  return pattern.test(value) ? [] : [problem('spelling', at, `is “${value}”, which is not the spelling of ${what}`)];
};
const whole = (least) => (value, at) =>
  Number.isSafeInteger(value) && value >= least ? [] : [problem('field', at, `is no whole number from ${least} on`)];
const oneOf =
  (...choices) =>
  (value, at) =>
    choices.includes(value) ? [] : [problem('field', at, `is none of ${choices.join(', ')}`)];
const orNull = (check) => (value, at) => (value === null ? [] : check(value, at));
const listOf = (check) => (value, at) =>
  Array.isArray(value) ? value.flatMap((item, n) => check(item, `${at}[${n}]`)) : [problem('field', at, 'is no list')];
const anyObject = (value, at) => (isObject(value) ? [] : [problem('field', at, 'is no object')]);
const anyText = (value, at) => (typeof value === 'string' ? [] : [problem('field', at, 'is no text')]);
const anything = () => [];
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const problem = (code, at, what) => ({ code, message: `“${at}” ${what}.` });

const object = (fields) => (value, at) => {
  if (!isObject(value)) return [problem('field', at, 'is no object')];
  const place = (name) => (at === '' ? name : `${at}.${name}`);
  return [
    ...Object.keys(value)
      .filter((name) => !Object.hasOwn(fields, name))
      .map((name) => problem('field', place(name), 'is a field that the format does not have')),
    ...Object.entries(fields).flatMap(([name, check]) =>
      Object.hasOwn(value, name) ? check(value[name], place(name)) : [problem('field', place(name), 'is missing')],
    ),
  ];
};

const HASH = text(/^[\da-f]{64}$/, 'a hash: 64 hexadecimal digits, in small letters');
const ID = text(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'an id: a UUID in small letters');
const NAME = text(/^.+$/su, 'a name');
const TIME = text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'a time: UTC with milliseconds');
const AMOUNT = text(/^(?!-0\.00$)-?(0|[1-9]\d*)\.\d\d$/, 'an amount: two decimals, no leading zeros');
const POSITION = text(/^(0|[1-9]\d*)$/, 'a position: digits without leading zeros');
const base64Of = (bytes, what) => (value, at) => {
  const isOne = typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value;
  return isOne && Buffer.from(value, 'base64').length === bytes
    ? []
    : [problem('spelling', at, `is not the spelling of ${what}: ${bytes} bytes in base64`)];
};

const part = (value, at) =>
  (isObject(value) && Object.hasOwn(value, 'hidden')
    ? object({ hidden: HASH })
    : object({ name: NAME, salt: HASH, value: anything }))(value, at);

const event = object({
  stream: NAME,
  revision: whole(0),
  eventId: ID,
  type: NAME,
  data: anyObject,
  metadata: anyObject,
});
const PROVEN = {
  site: object({ number: whole(1), at: TIME, event }),
  distributor: object({ number: whole(1), at: TIME, parts: listOf(part) }),
};

const FIELDS = {
  format: oneOf('perktree-statement'),
  version: oneOf(7),
  from: TIME,
  to: TIME,
  timeZone: NAME,
  createdAt: TIME,
  until: orNull(POSITION),
  predecessor: orNull(HASH),
  clocks: object({ boundSeconds: whole(1), moved: listOf(object({ number: whole(1), at: TIME, recordedAt: NAME })) }),
  totals: listOf(
    object({
      siteId: ID,
      distributorId: NAME,
      currency: text(/^[A-Z]{3}$/, 'a currency'),
      entries: whole(0),
      opening: AMOUNT,
      earned: AMOUNT,
      takenBack: AMOUNT,
      sum: AMOUNT,
      paidOut: AMOUNT,
      writtenOff: AMOUNT,
      closing: AMOUNT,
    }),
  ),
  head: object({
    events: whole(1),
    position: POSITION,
    chain: HASH,
    root: HASH,
    parts: orNull(HASH),
    signedAt: TIME,
    keyId: text(/^[\da-f]{16}$/, 'a key id: 16 hexadecimal digits'),
    signature: base64Of(64, 'a signature'),
  }),
  texts: listOf(object({ number: whole(1), salt: HASH, text: anyText })),
  proof: listOf(HASH),
  doesNotProve: listOf(NAME),
  publicKey: base64Of(44, 'a public key'),
  seal: base64Of(64, 'a signature'),
};

/** @returns what is not a field of the format, is missing or is spelled in another way */
export function wrongShape(statement) {
  const { kind } = isObject(statement.about) ? statement.about : {};
  return object({
    ...FIELDS,
    about: object({ kind: oneOf('site', 'distributor'), id: kind === 'site' ? ID : NAME }),
    events: listOf(PROVEN[kind] ?? anything),
  })(statement, '');
}
