import { PROJECTIONS_TABLE } from '@perktree/contracts/read-models';
import type { EventStore } from '@perktree/event-store/port';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { AskProjected, BackPressure } from './back-pressure.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What all live read models have, by their checkpoints. */
export function askProjected(pool: Pool): AskProjected {
  return async () => {
    const { rows } = await pool.query<{ position: string | null }>({
      name: 'command-service-projected',
      text: `SELECT min(position) AS position FROM ${PROJECTIONS_TABLE} WHERE status = 'live'`,
    });
    return rows[0]?.position ? BigInt(rows[0].position) : null;
  };
}

/** The same store, whose appends count towards the pressure. */
export function watched(store: EventStore, pressure: BackPressure): EventStore {
  return {
    async append(stream, expectedRevision, events, seen, readAt) {
      const appended = await store.append(stream, expectedRevision, events, seen, readAt);
      pressure.appended(appended.position, events.length);
      return appended;
    },
    readStream: (stream, fromRevision) => store.readStream(stream, fromRevision),
    readAll: (afterPosition, limit) => store.readAll(afterPosition, limit),
    subscribe: (options) => store.subscribe(options),
    head: () => store.head(),
    close: () => store.close(),
  };
}

/** Commands of a scope wait for the read models before anything is done for them. */
export function installBackPressure(scope: FastifyInstance, pressure: BackPressure): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    if (pressure.isOpen || READS.has(request.method)) return done();
    pressure.admit().then(() => done(), done);
  });
  scope.addHook('onClose', async () => pressure.close());
}
