import { REQUESTS } from '@perktree/apps/standalone/testing/requests';
import { mayCall, type Person, type Things } from '@perktree/apps/standalone/testing/two-businesses';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { type Dice, seeded } from '../../trust/dice.ts';
import type { AttackedWorld } from '../attacked-world.ts';
import { drawn, fitting, type Shape, shapeOf, wildText, wildValue } from './values.ts';

export interface FuzzedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | null;
  readonly who: string;
  readonly person: Person;
}

type CallName = keyof typeof allCalls;
const NAMES = Object.keys(allCalls) as CallName[];
/** Calls that hash a password or read a whole history. Only one round in ten has them, as they are slow. */
const HEAVY: ReadonlySet<string> = new Set(
  [
    'login register changePassword confirmIdentity endOtherSessions eraseAccount beginSecondFactor turnOffSecondFactor',
    'exportOwnData qrCode projections siteAudit closedMonth whatIf auditReport auditSample entryTrail explainEntry',
    'siteTreeAsOf siteStatement ownStatement',
  ].flatMap((names) => names.split(' ')),
);
const LIGHT = NAMES.filter((name) => !HEAVY.has(name));
const ROUND = [...Array.from({ length: 9 }, () => LIGHT).flat(), ...NAMES];
/** Sent without a session, as these calls end it. */
const SIGNING_IN: readonly CallName[] = ['register', 'login'];
const OTHER_PATHS = '/api/login /api/nothing /healthz /metrics /api/openapi.json /api/docs /api/%ff'.split(' ');
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];

/** The n-th request of a seed; does not depend on earlier requests. */
export function requestOf(seed: number, n: number, world: AttackedWorld): FuzzedRequest {
  const dice = seeded(Math.imul(seed, 0x9e3779b1) ^ n);
  const name = ROUND[n % ROUND.length] as CallName;
  const call: Call = allCalls[name];
  const who = SIGNING_IN.includes(name) ? 'signedOut' : personFor(call, world, dice);
  const person = world.people[who] as Person;
  const filled = REQUESTS[name](thingsFor(world, dice));
  const params = { ...filled.params };
  const names = Object.keys(params);
  if (names.length > 0 && dice.next() < 0.1) params[dice.pick(names)] = drawn(wildText, dice);
  const path = call.path.replace(/:(\w+)/g, (_, parameter: string) => encodePart(params[parameter] ?? '', dice));
  const isElsewhere = dice.next() < 0.02;
  const url = (isElsewhere ? dice.pick(OTHER_PATHS) : path) + queryFor(call, filled.query ?? {}, world, dice);
  const method = dice.next() < 0.02 ? dice.pick(METHODS) : call.method;
  const body = bodyFor(name, filled.body, world, dice, who);
  const isWritten = body !== null && method !== 'GET' && method !== 'HEAD';
  return { method, url, who, person, headers: headersFor(isWritten, dice), payload: isWritten ? body : null };
}

/** In three of four requests a person who may make the call, so that requests pass authorization. */
function personFor({ access }: Call, { people }: AttackedWorld, dice: Dice): string {
  const names = Object.keys(people);
  const allowed = typeof access === 'string' ? names : names.filter((who) => mayCall(people[who] as Person, access));
  return dice.pick(allowed.length > 0 && dice.next() < 0.75 ? allowed : names);
}

function thingsFor({ things, markedIds }: AttackedWorld, dice: Dice): Things {
  const { a, b, nowhere } = things;
  const mixed = { ...a, qrId: b.qrId, unclaimedQrId: markedIds.qrId };
  return dice.pick([a, a, b, markedIds, nowhere, mixed]);
}

const idsOf = ({ things, markedIds }: AttackedWorld) => [...Object.values(things.a), ...Object.values(markedIds)];

function queryFor(call: Call, base: Readonly<Record<string, string>>, world: AttackedWorld, dice: Dice): string {
  const isMutated = dice.next() >= 0.6;
  const shape = call.query ? shapeOf(call.query) : {};
  const fields = isMutated ? mutated(base, shape, dice, idsOf(world)) : base;
  const pairs = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return `${encodePart(name, dice)}=${encodePart(text.slice(0, 3_000), dice)}`;
  });
  return pairs.length > 0 || isMutated ? `?${pairs.join('&')}` : '';
}

function bodyFor(
  name: CallName,
  base: object | undefined,
  world: AttackedWorld,
  dice: Dice,
  who: string,
): string | null {
  const call: Call = allCalls[name];
  if (!call.body) return dice.next() < 0.05 ? asJson({ force: true }, dice) : null;
  // Superadmins may stop the read models, which is no attack.
  if (who === 'superadmin' && call.tag === 'Operations') return JSON.stringify(base ?? {});
  const fields = dice.next() < 0.25 ? { ...base } : mutated(base ?? {}, shapeOf(call.body), dice, idsOf(world));
  return asJson(fields, dice);
}

function headersFor(isWritten: boolean, dice: Dice): Record<string, string> {
  const headers: Record<string, string> = isWritten ? { 'content-type': 'application/json' } : {};
  if (isWritten && dice.next() < 0.02) {
    headers['content-type'] = dice.pick(['text/plain', 'application/json; charset=utf-16', 'multipart/form-data', '']);
  }
  if (dice.next() < 0.05)
    headers['idempotency-key'] = dice.pick(['', 'k', 'x'.repeat(200), 'x'.repeat(201), 'é', '💶']);
  if (dice.next() < 0.03) headers['x-min-position'] = dice.pick(['0', '1', '-1', 'x', '1e3', '9'.repeat(19)]);
  if (dice.next() < 0.02) headers.origin = dice.pick(['null', 'https://elsewhere.test', 'http://localhost:3000.test']);
  if (dice.next() < 0.02) headers['x-forwarded-for'] = dice.pick(['1.2.3.4', '::1', 'x'.repeat(500)]);
  if (dice.next() < 0.02) headers.cookie = dice.pick(['session=x.y', '=;=;', 'a'.repeat(5_000)]);
  return headers;
}

/** Percent-encoded, sometimes wrongly. */
function encodePart(text: string, dice: Dice): string {
  if (dice.next() < 0.02) return dice.pick(['%', '%zz', '%ff', '%00', '..', '.', '%2f', '']);
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** Names that no schema declares. */
const UNDECLARED = ['isAdmin', 'role', 'tenantId', 'siteId', 'NAME'];

/** Changes a few things of a body or query, so that most of it stays valid. */
function mutated(base: object, { properties }: Shape, dice: Dice, ids: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...base };
  const names = [...Object.keys(properties ?? fields), 'x'];
  for (let n = dice.int(3); n >= 0; n -= 1) {
    const name = dice.pick(names);
    const kind = dice.int(8);
    if (kind === 0) delete fields[name];
    else if (kind === 1) fields[name] = drawn(wildValue, dice);
    else if (kind === 2) fields[dice.pick([...UNDECLARED, drawn(wildText, dice)])] = drawn(wildValue, dice);
    else fields[name] = drawn(fitting(properties?.[name] ?? {}, ids), dice);
  }
  return fields;
}

/** JSON that no JavaScript value serialises to: numbers beyond doubles, duplicate names. */
const RAW_JSON = ['1e999', '-1e999', '123456789012345678901234567890', '{"a":1,"a":2}', '"\\ud800"', '"\\u0000"'];

/** Ways to spoil the text of a body. */
const SPOILS: readonly ((text: string, dice: Dice) => string)[] = [
  (text, dice) => text.slice(0, dice.int(text.length + 1)),
  // A duplicate name: the last one counts.
  (text, dice) =>
    text.replace(/^{"(\w+)":(.*)}$/s, (_, name, rest) => `{"${name}":${rest},"${name}":${dice.pick(RAW_JSON)}}`),
  (text, dice) => text.replace(/:("[^"]*"|\d+)/, () => `:${dice.pick(RAW_JSON)}`),
  (text, dice) => text.replace(/^{/, `{"${dice.pick(['__proto__', 'constructor'])}":{"prototype":{"x":1}},`),
  (text, dice) =>
    dice.pick([`[${text}]`, JSON.stringify(text), `${text}${text}`, 'null', '5', '', '\u0000', `\ufeff${text}`]),
  (text, dice) => {
    const at = dice.int(text.length + 1);
    return text.slice(0, at) + String.fromCharCode(dice.int(0x250)) + text.slice(at + 1);
  },
];

/** Serialises the fields, sometimes as text that no value serialises to. */
function asJson(fields: Record<string, unknown>, dice: Dice): string {
  const text = JSON.stringify(fields);
  return dice.next() < 0.15 ? dice.pick(SPOILS)(text, dice) : text;
}
