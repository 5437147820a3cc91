import { streams } from '@perktree/contracts/catalogue/events';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import type { CommandServiceDeps } from '../deps.ts';
import { systemCommandContext } from '../http/command-context.ts';
import { doOrLog } from '../http/do-or-log.ts';
import { createProjectedWait } from '../http/lookups/projected.ts';
import { decideRelease } from './decisions/change-qr.ts';
import { type CommissionTreeState, commissionTreeFold } from './decisions/state.ts';

interface Claim {
  readonly qrId: string;
  readonly rootQrId: string;
  readonly distributorId: string;
  readonly claimedAt: Date;
}

const QRS = `${READ_MODEL_SCHEMA}.qrs`;
const PEOPLE_AT_ONCE = 1_000;

/** Releases the claims of erased distributors, so that their QRs earn nothing until they are claimed again. */
export function createReleaseClaims(
  deps: Pick<CommandServiceDeps, 'handler' | 'pool' | 'store' | 'clock' | 'accounts' | 'logger'>,
) {
  const { handler, pool, store, clock, accounts, logger } = deps;
  const upToDate = createProjectedWait({ pool, store, names: ['qrs'] });

  /** Call it before a distributor's account is erased. Idempotent. @throws Refused READ_MODEL_BEHIND */
  async function ofDistributor(distributorId: string): Promise<void> {
    await upToDate();
    const { rows } = await pool.query<Claim>(
      `SELECT qr_id AS "qrId", root_qr_id AS "rootQrId", owner_id AS "distributorId", claimed_at AS "claimedAt"
       FROM ${QRS} WHERE owner_id = $1 ORDER BY qr_id`,
      [distributorId],
    );
    for (const claim of rows) await release(claim);
  }

  async function release({ qrId, rootQrId, distributorId, claimedAt }: Claim): Promise<void> {
    const cause = `${qrId} claimed by ${distributorId} at ${claimedAt.toISOString()}`;
    await handler.execute({
      stream: streams.commissionTree(rootQrId),
      fold: commissionTreeFold,
      decide: (tree) => (ownerOf(tree, qrId) === distributorId ? decideRelease(tree, { qrId }) : []),
      context: systemCommandContext({ commandName: 'ReleaseClaimOfErasedDistributor', cause, clock }),
    });
  }

  return {
    ofDistributor,
    /** For a recurring job: claims left behind by a crashed erasure, or made during one. */
    async ofErased(): Promise<void> {
      const { rows } = await pool.query<{ owner_id: string }>(
        `SELECT DISTINCT owner_id FROM ${QRS} WHERE owner_id IS NOT NULL`,
      );
      for (let from = 0; from < rows.length; from += PEOPLE_AT_ONCE) {
        const some = rows.slice(from, from + PEOPLE_AT_ONCE).map((row) => row.owner_id);
        for (const distributorId of await accounts.knownErasedAmong(some)) {
          const failure = 'the claims of an erased distributor were not released yet';
          await doOrLog(logger, { failure, distributorId }, () => ofDistributor(distributorId));
        }
      }
    },
  };
}

const ownerOf = (tree: CommissionTreeState, qrId: string) => tree?.qrs.get(qrId)?.ownerId ?? null;
