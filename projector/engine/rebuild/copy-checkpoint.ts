import { PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { ClientBase, Pool } from 'pg';
import { isRefusedWrite, RowsRefused } from '../live/apply-batch.ts';
import { BEGIN_WITHOUT_WAITING_FOR_THE_DISK, type Checkpoints } from '../live/batch-writer.ts';
import { CheckpointMoved, markFailed } from '../live/checkpoints.ts';
import type { Incoming } from '../live/decoding.ts';
import type { Target } from '../live/fold-batch.ts';
import type { Unwritten } from '../live/rows-at-hand.ts';
import { runPipeline } from '../tables/pipeline.ts';
import { writeStatements } from '../tables/row-store.ts';

/** A table that is filled while another one serves. */
export interface CopyTarget extends Target {
  /** Whether its checkpoint is stored, so that a later run can continue. Otherwise the table is temporary. */
  readonly kept: boolean;
}

export const copyCheckpoint: Checkpoints<CopyTarget> = {
  async move(client, from, batch) {
    const to = batch.at(-1)?.stored.position ?? 0n;
    for (const target of from) await moveCopy(client, target, { to, events: countAfter(batch, target.position) });
  },
  async stop(client, { kept, relation }, to, poison, batch) {
    if (!kept) return;
    await markFailed(client, relation, to, poison);
    await client.query(`UPDATE ${PROJECTIONS_TABLE} SET events = events - $2 WHERE relation = $1`, [
      relation,
      countAfter(batch, to),
    ]);
  },
  async announce() {},
};

/** Writes folded rows and the checkpoint in one transaction. @throws RowsRefused, CheckpointMoved */
export async function writeRows(
  pool: Pool,
  target: CopyTarget,
  rows: Unwritten,
  moved: { readonly to: bigint; readonly events: number },
): Promise<void> {
  const { projection, relation } = target;
  const writes = writeStatements(projection.table, relation, rows);
  await inTransaction(
    pool,
    async (client) => {
      if (writes.length > 0) await runPipeline(client, writes);
      await moveCopy(client, target, moved);
    },
    BEGIN_WITHOUT_WAITING_FOR_THE_DISK,
  ).catch((error: unknown) => {
    throw isRefusedWrite(error) ? new RowsRefused(projection.name, error as Error) : error;
  });
}

export function countAfter(batch: readonly Incoming[], position: bigint): number {
  const first = batch[0]?.stored.position ?? 0n;
  return first > position ? batch.length : batch.filter(({ stored }) => stored.position > position).length;
}

async function moveCopy(
  client: ClientBase,
  { kept, relation, position }: CopyTarget,
  { to, events }: { readonly to: bigint; readonly events: number },
): Promise<void> {
  if (!kept) return;
  const { rowCount } = await client.query(
    `UPDATE ${PROJECTIONS_TABLE} SET position = $3, events = events + $4, updated_at = now()
     WHERE relation = $1 AND position = $2 AND NOT serving AND status IN ('filling', 'ready')`,
    [relation, position, to, events],
  );
  if (rowCount !== 1) throw new CheckpointMoved();
}
