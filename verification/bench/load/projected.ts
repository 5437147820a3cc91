import { PROJECTED_INLINE_CHANNEL } from '@perktree/contracts/catalogue/read-models';
import pg from 'pg';

/** The position of the inline read models, from which on commands are readable. */
export interface Projected {
  reached(position: number): Promise<void>;
  close(): Promise<void>;
}

/** Follows the notifications that readers get. */
export async function listenToProjected(databaseUrl: string): Promise<Projected> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'bench load' });
  let known = 0;
  let waiting: { position: number; resolve: () => void }[] = [];
  client.on('notification', ({ payload }) => {
    known = Math.max(known, Number(payload));
    const still: typeof waiting = [];
    for (const waiter of waiting) {
      if (waiter.position <= known) waiter.resolve();
      else still.push(waiter);
    }
    waiting = still;
  });
  await client.connect();
  await client.query(`LISTEN ${PROJECTED_INLINE_CHANNEL}`);
  return {
    reached(position) {
      if (position <= known) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ position, resolve }));
    },
    close: () => client.end(),
  };
}
