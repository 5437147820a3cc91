import { randomUUID } from 'node:crypto';
import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import type { Call } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { verifyAll } from '@perktree/projector/verify';
import { REQUESTS } from '@perktree/standalone/testing/requests';
import type { Person } from '@perktree/standalone/testing/two-businesses';
import { type Dice, seeded } from '../../dice.ts';
import type { AttackedWorld } from '../attacked-world.ts';

type CallName = keyof typeof calls;

/** Not raced here: they hash passwords, are an operator's, or end what the others need. */
const LEFT_OUT = new Set<string>([
  'register',
  'login',
  'eraseAccount',
  'switchRole',
  'changePassword',
  'endOtherSessions',
  'beginSecondFactor',
  'turnOffSecondFactor',
  'removeStaff',
  'acceptInvitation',
]);

export const WRITES = (Object.entries(calls) as [CallName, Call][])
  .filter(([name, { method, tag }]) => method !== 'GET' && tag !== 'Operations' && !LEFT_OUT.has(name))
  .map(([name]) => name);

/** Of a write and its rival each, at once. */
const COPIES = 4;
/** "Not now" is an answer; any other fault is none. */
const NOT_NOW = new Set(['TOO_MUCH_CONTENTION', 'READ_MODEL_BEHIND']);

interface Answered {
  readonly status: number;
  readonly body: string;
}

/** A write against itself and against a rival, on the same things of one business, with and without a key. */
export async function raceWrites(
  world: AttackedWorld,
  write: CallName,
  rival: CallName,
  dice: Dice,
): Promise<string[]> {
  const key = dice.next() < 0.5 ? randomUUID() : null;
  const ask = (name: CallName, withKey: string | null) => send(world, name, peopleFor(name, world, dice), withKey);
  const ownPerson = peopleFor(write, world, dice);
  const own = Array.from({ length: COPIES }, () => send(world, write, ownPerson, key));
  const others = Array.from({ length: COPIES }, () => ask(rival, null));
  const [first, ...rest] = await Promise.all(own);
  const answers = [first as Answered, ...rest, ...(await Promise.all(others))];
  const faults = answers.flatMap(({ status, body }) =>
    status >= 500 && ![...NOT_NOW].some((code) => body.includes(code)) ? [`${write} against ${rival}: ${body}`] : [],
  );
  // Under one key there is one answer, whoever gets it; only "in use" and "not now" may stand beside it.
  const said = new Set(
    answers.slice(0, COPIES).flatMap(({ status, body }) => (status < 300 ? [withoutChance(body)] : [])),
  );
  if (key !== null && said.size > 1) faults.push(`${write} under one key: ${[...said].join(' and ')}`);
  return faults;
}

/** What must hold afterwards, whoever won: every commission and limit as computed again, every row as replayed. */
export async function holdsAfterwards({ composed: { store, pool } }: AttackedWorld): Promise<string[]> {
  const { findings } = await auditHistory({ store, pool: null });
  const verified = await verifyAll({ store, pool });
  return [
    ...findings.map((finding) => `history: ${JSON.stringify(finding, (_, v) => (typeof v === 'bigint' ? `${v}` : v))}`),
    ...verified.filter(({ identical }) => !identical).map(({ name }) => `${name} is not what a replay gives`),
  ];
}

/** As many pairs as asked for, by chance. @returns what went wrong */
export async function raceByChance(
  world: AttackedWorld,
  options: { readonly seed: number; readonly goesOn: (races: number) => boolean },
): Promise<{ races: number; faults: string[] }> {
  const dice = seeded(options.seed);
  const faults: string[] = [];
  let races = 0;
  while (options.goesOn(races) && faults.length === 0) {
    faults.push(...(await raceWrites(world, dice.pick(WRITES), dice.pick(WRITES), dice)));
    races += 1;
  }
  faults.push(...(await holdsAfterwards(world)));
  return { races, faults };
}

function peopleFor(name: CallName, { people }: AttackedWorld, dice: Dice): Person {
  const { access } = calls[name];
  const roles: readonly string[] = typeof access === 'string' ? ['customer'] : access;
  const able = Object.values(people).filter(
    (person) => person.side !== 'b' && person.roles.some((role) => roles.includes(role)),
  );
  return dice.pick(able);
}

async function send(
  { composed, things }: AttackedWorld,
  name: CallName,
  { visitor }: Person,
  key: string | null,
): Promise<Answered> {
  const { method, path } = calls[name];
  const { params = {}, body } = REQUESTS[name](things.a);
  const response = await composed.app.inject({
    method,
    url: path.replace(/:(\w+)/g, (_, parameter: string) => (params as Record<string, string>)[parameter] ?? ''),
    headers: { cookie: visitor.cookie, ...(key === null ? {} : { 'idempotency-key': key }) },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, body: response.body };
}

const withoutChance = (body: string) => body.replace(/"requestId":"[^"]*"/, '');
