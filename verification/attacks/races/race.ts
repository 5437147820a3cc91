import { randomUUID } from 'node:crypto';
import { REQUESTS } from '@perktree/apps/standalone/testing/requests';
import { mayCall, type Person } from '@perktree/apps/standalone/testing/two-businesses';
import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { verifyProjections } from '@perktree/projector/service';
import { type Dice, seeded } from '../../trust/dice.ts';
import type { AttackedWorld } from '../attacked-world.ts';

type CallName = keyof typeof allCalls;

/** Not raced: they hash passwords (slow), or end sessions and roles that the other calls need. */
const LEFT_OUT = new Set(
  [
    'register login eraseAccount changeEmail switchRole changePassword confirmIdentity endOtherSessions',
    'beginSecondFactor turnOffSecondFactor removeStaff acceptInvitation',
  ].flatMap((names) => names.split(' ')),
);

export const WRITES = (Object.entries(allCalls) as [CallName, Call][])
  .filter(([name, { method, tag }]) => method !== 'GET' && tag !== 'Operations' && !LEFT_OUT.has(name))
  .map(([name]) => name);

/** Concurrent requests of the write, and as many of its rival. */
const COPIES = 4;
/** Refusals with status 503 that are allowed under contention. */
const NOT_NOW = new Set(['TOO_MUCH_CONTENTION', 'READ_MODEL_BEHIND']);

interface Answered {
  readonly status: number;
  readonly body: string;
}

/** Races a write against itself and a rival on the same objects of one business, with or without an idempotency key. */
async function raceWrites(world: AttackedWorld, write: CallName, rival: CallName, dice: Dice): Promise<string[]> {
  const key = dice.next() < 0.5 ? randomUUID() : null;
  const ownPerson = personFor(write, world, dice);
  const own = Array.from({ length: COPIES }, () => send(world, write, ownPerson, key));
  const others = Array.from({ length: COPIES }, () => send(world, rival, personFor(rival, world, dice), null));
  const [first, ...rest] = await Promise.all(own);
  const answers = [first as Answered, ...rest, ...(await Promise.all(others))];
  const faults = answers.flatMap(({ status, body }) =>
    status >= 500 && ![...NOT_NOW].some((code) => body.includes(code)) ? [`${write} against ${rival}: ${body}`] : [],
  );
  // All successes under one key are the same answer; other requests may be refused as in use or busy.
  const successes = new Set(
    answers.slice(0, COPIES).flatMap(({ status, body }) => (status < 300 ? [withoutRequestId(body)] : [])),
  );
  if (key !== null && successes.size > 1) faults.push(`${write} under one key: ${[...successes].join(' and ')}`);
  return faults;
}

/** Recomputes every commission and limit and replays every row. @returns what differs */
export async function findFaults({ composed: { store, pool } }: AttackedWorld): Promise<string[]> {
  const { findings } = await auditHistory({ store, pool: null });
  const verified = await verifyProjections({ store, pool });
  return [
    ...findings.map((finding) => `history: ${JSON.stringify(finding, (_, v) => (typeof v === 'bigint' ? `${v}` : v))}`),
    ...verified.filter(({ identical }) => !identical).map(({ name }) => `${name} differs from a replay`),
  ];
}

/** Races random pairs until one shows a fault. */
export async function raceRandomPairs(world: AttackedWorld, seed: number, races: number): Promise<string[]> {
  const dice = seeded(seed);
  const faults: string[] = [];
  for (let n = 0; n < races && faults.length === 0; n += 1) {
    faults.push(...(await raceWrites(world, dice.pick(WRITES), dice.pick(WRITES), dice)));
  }
  return [...faults, ...(await findFaults(world))];
}

function personFor(name: CallName, { people }: AttackedWorld, dice: Dice): Person {
  const { access } = allCalls[name];
  const able = Object.values(people).filter(
    (person) => person.side !== 'b' && mayCall(person, typeof access === 'string' ? ['customer'] : access),
  );
  return dice.pick(able);
}

async function send(
  { composed, things }: AttackedWorld,
  name: CallName,
  { visitor }: Person,
  key: string | null,
): Promise<Answered> {
  const { method, path } = allCalls[name];
  const { params = {}, body } = REQUESTS[name](things.a);
  const response = await composed.app.inject({
    method,
    url: path.replace(/:(\w+)/g, (_, parameter: string) => (params as Record<string, string>)[parameter] ?? ''),
    headers: { ...visitor.headers, ...(key === null ? {} : { 'idempotency-key': key }) },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, body: response.body };
}

const withoutRequestId = (body: string) => body.replace(/"requestId":"[^"]*"/, '');
