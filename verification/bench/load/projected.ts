import { PROJECTED_INLINE_CHANNEL } from '@perktree/contracts/read-models';
import pg from 'pg';

/** The position of the inline read models, by the notifications that readers get: a command is readable once it is reached. */
export interface Projected {
  reached(position: number): Promise<void>;
  close(): Promise<void>;
}

export async function hearProjected(databaseUrl: string): Promise<Projected> {
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
