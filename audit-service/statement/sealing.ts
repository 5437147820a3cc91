import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';
import { followChain } from '../chain/follow-chain.ts';
import { newestHeadOf, publishHead } from '../chain/signed-heads.ts';
import type { SigningKey } from '../chain/signing-key.ts';
import { refuseEnded } from '../chain/signing-keys.ts';

export interface StatementSealing {
  readonly key: SigningKey;
  /**
   * The signed head that they stand on; null: nothing was signed yet.
   * @param upTo the last position that the head should cover. A process that cannot sign may answer an older head.
   */
  head(upTo: bigint): Promise<SignedHead | null>;
}

/** A head younger than this is reused instead of being signed again, if it covers the wanted events. */
const FRESH_MS = 60_000;

interface Signing {
  readonly pool: Pool;
  readonly key: SigningKey;
  readonly clock: () => Date;
}

/** Signs the newest events where the newest head is old or lacks wanted events. */
export function sealingNow(options: Signing & { readonly store: Pick<EventStore, 'readAll'> }): StatementSealing {
  const { store, pool, key, clock } = options;
  const sealing = sealingOfNewest(options);
  return {
    key,
    async head(upTo) {
      const newest = await sealing.head(upTo);
      const now = clock();
      const isFresh = newest !== null && now.getTime() - Date.parse(newest.signedAt) < FRESH_MS;
      if (isFresh && BigInt(newest.position) >= upTo) return newest;
      return publishHead(pool, await followChain({ store, pool }), { key, now });
    },
  };
}

/** Uses the newest head that another process has signed with the same key: for a process that only reads. */
export const sealingOfNewest = ({ pool, key, clock }: Signing): StatementSealing => ({
  key,
  async head() {
    await refuseEnded(pool, key.keyId, clock());
    return newestHeadOf(pool, key.keyId);
  },
});
