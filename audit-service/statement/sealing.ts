import type { SignedHead } from '@perktree/contracts/http/audit-chain';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { followChain } from '../chain/follow-chain.ts';
import { newestHeads, publishHead } from '../chain/signed-heads.ts';
import type { SigningKey } from '../chain/signing-key.ts';

/** What statements are made with. */
export interface Sealing {
  readonly key: SigningKey;
  /** The signed head that they stand on; null: nothing was signed yet. */
  head(): Promise<SignedHead | null>;
}

/** A head younger than this is reused instead of being signed again. */
const FRESH_MS = 60_000;

/** Signs the newest events where the newest head is not of now. */
export function sealingNow(options: {
  readonly store: Pick<EventStore, 'readAll'>;
  readonly pool: Pool;
  readonly key: SigningKey;
  readonly clock: () => Date;
}): Sealing {
  const { store, pool, key, clock } = options;
  return {
    key,
    async head() {
      const now = clock();
      const newest = await newestHead(pool);
      if (newest && now.getTime() - Date.parse(newest.signedAt) < FRESH_MS) return newest;
      return publishHead(pool, await followChain({ store, pool }), { key, now });
    },
  };
}

/** Uses the newest head that another process has signed: for a process that only reads. */
export function sealingOfNewest({ pool, key }: { readonly pool: Pool; readonly key: SigningKey }): Sealing {
  return { key, head: () => newestHead(pool) };
}

const newestHead = async (pool: Pool) => (await newestHeads(pool, 1))[0] ?? null;
