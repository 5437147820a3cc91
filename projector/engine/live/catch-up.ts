import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { assertLease, holdProjectors, type Lease } from '../leases/leases.ts';
import { announcePosition, CheckpointMoved, type Followed } from './checkpoints.ts';
import { type FillOptions, fill, fillToTheEnd } from './fill.ts';
import type { PoisonEvent } from './fold.ts';

/**
 * Lets serving read models that are behind catch up with the live ones, and then makes them live. No reader waits for them
 * before that.
 * @returns the events that stopped some of them; `joined`: the others are live
 * @throws LeaseLost, CheckpointMoved
 */
export async function catchUp(
  options: Pick<FillOptions, 'store' | 'pool'> & { readonly lease: Lease; readonly signal: AbortSignal },
  behind: readonly Followed[],
): Promise<{ readonly stopped: readonly PoisonEvent[]; readonly joined: boolean }> {
  const { store, pool, lease, signal } = options;
  const filled = await fillToTheEnd(options, behind);
  return inTransaction(pool, async (client) => {
    // In this order: upgrading a shared lock to an exclusive one could deadlock.
    await holdProjectors(client);
    await assertLease(client, lease);
    const { rows } = await client.query<{ position: string | null }>(
      `SELECT max(position) AS position FROM ${PROJECTIONS_TABLE} WHERE status = 'live'`,
    );
    // Without live read models, those that have caught up with the store become live.
    const upTo = rows[0]?.position ? BigInt(rows[0].position) : await store.head();
    const last = await fill({ store, pool, signal, upTo }, filled.targets);
    const relations = last.targets.map(({ relation }) => relation);
    const { rowCount } = await client.query(
      `UPDATE ${PROJECTIONS_TABLE} SET status = 'live', updated_at = now() WHERE relation = ANY($1) AND status = 'filling'`,
      [relations],
    );
    if (rowCount !== relations.length) throw new CheckpointMoved();
    await announcePosition(client);
    return { stopped: [...filled.stopped, ...last.stopped], joined: relations.length > 0 };
  });
}
