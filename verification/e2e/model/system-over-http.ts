import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteOfInvitationToken } from '@perktree/command-service/staff/invitation-token';
import { HEADERS } from '@perktree/contracts/kernel/common';
import { openEventStoreDb } from '@perktree/event-store/eventstoredb/event-store-db';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { pino } from 'pino';
import { sortByTenant } from '../../model/events-by-tenant.ts';
import type { Person } from '../../model/people.ts';
import { waitForReadModels } from '../../model/projected.ts';
import type { Time } from '../../model/reference.ts';
import type { Answered, Call, System } from '../../model/system.ts';
import type { Engines } from '../support/set-ups.ts';
import { openAccounts } from './accounts.ts';
import { checkLists, type Read } from './answers.ts';

/** Longest time between a recorded time and the end of the answer, on a busy machine. */
const TOLERANCE_MS = 60_000;
/** Time limit of all repetitions of a call, and the pause between two, in milliseconds. */
const REPEAT_MS = 60_000;
const PAUSE_MS = 250;

/** The real clock, which a run cannot advance. */
const realTime = (): Time => ({
  get now() {
    return Date.now();
  },
  tolerance: TOLERANCE_MS,
});

/**
 * A running product behind one address, for the runs of the model. Every call goes to that address and reaches any of the
 * processes. Stored data is read from the engines.
 */
export function systemOverHttp(options: { url: string; engines: Engines; sessionSecret: string }): System & {
  readonly read: Read;
} {
  const { url: origin, engines } = options;
  const { databaseUrl: connectionString, eventStoreUrl } = engines;
  const logger = pino({ level: 'silent' });
  const pool = createPool({ connectionString, applicationName: 'model-spec', max: 12 });
  const store =
    eventStoreUrl === null
      ? createPostgresEventStore({ connectionString, logger })
      : openEventStoreDb({ url: eventStoreUrl, logger });
  const accounts = openAccounts(pool, options.sessionSecret);
  const byTenant = sortByTenant(store);
  /** The position of the newest command of any person. */
  let newest = 0n;

  async function send(request: Omit<Call, 'process' | 'method'> & { readonly method: Call['method'] | 'GET' }) {
    const { by, method, url, body, key } = request;
    const response = await fetch(origin + url, {
      method,
      headers: {
        ...(by && { cookie: await accounts.cookieOf(by) }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { [HEADERS.idempotencyKey]: key }),
        ...(method === 'GET' && { [HEADERS.minPosition]: `${newest}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const position = BigInt(response.headers.get(HEADERS.position) ?? 0);
    if (position > newest) newest = position;
    return { status: response.status, body: await response.json() };
  }

  /** Repeats calls that are answered with 503, as clients do. */
  async function sendPatiently(request: Parameters<typeof send>[0]): Promise<Answered> {
    for (const deadline = Date.now() + REPEAT_MS; ; await sleep(PAUSE_MS)) {
      const answer = await send(request);
      const isTemporary = ['UNAVAILABLE', 'READ_MODEL_BEHIND', 'IDEMPOTENCY_KEY_IN_USE'].includes(answer.body?.code);
      if (!isTemporary || Date.now() > deadline) return answer;
    }
  }

  /** An invitation is for the account of its address. The reference knows no addresses, so it becomes that of the caller. */
  async function readdress(by: Person, url: string): Promise<void> {
    const [, token] = /^\/api\/staff-invitations\/([^/]+)\/accept$/.exec(url) ?? [];
    if (token === undefined) return;
    await pool.query(
      `UPDATE identity.invitations SET email = (SELECT email FROM identity.users WHERE id = $1) WHERE site_id = $2`,
      [by.userId, siteOfInvitationToken(token)],
    );
  }

  /** A visitor has no idempotency key, so their calls are sent once. */
  async function call(request: Call): Promise<Answered> {
    if (request.by !== null) await readdress(request.by, request.url);
    const hasKey = request.by !== null && (request.method === 'POST' || request.method === 'PUT');
    return hasKey ? sendPatiently({ ...request, key: request.key ?? randomUUID() }) : send(request);
  }

  const read: Read = async (by: Person, path: string) => {
    const { status, body } = await sendPatiently({ by, method: 'GET', url: path });
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };

  return {
    ...{ store, pool, services: [], read },
    people: accounts.cast,
    time: realTime,
    at: (_time, work) => work(),
    call,
    eventsOf: byTenant.eventsOf,
    projected: waitForReadModels(store, pool),
    // The reference cannot predict reads after racing commands.
    checkAnswers: async (world) => (world.isRacing ? undefined : checkLists(world, read)),
    async stop() {
      await byTenant.stop();
      await accounts.close();
      await store.close();
      await pool.end();
    },
  };
}
