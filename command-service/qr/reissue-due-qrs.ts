import { streams } from '@perktree/contracts/catalogue/events';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { run } from '@perktree/platform/postgres/sql';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { CommandServiceDeps } from '../deps.ts';
import { systemCommandContext } from '../http/command-context.ts';
import { doOrLog } from '../http/do-or-log.ts';
import { siteFold } from '../site/decisions/state.ts';
import { type ChangeQr, decideAutomaticReissue } from './decisions/change-qr.ts';
import { type CommissionTreeState, commissionTreeFold } from './decisions/state.ts';
import { executeChangeWithQuota } from './execute-change.ts';
import type { ClaimsOf } from './qr-quota.ts';

interface DueQr {
  readonly qrId: string;
  readonly rootQrId: string;
  readonly siteId: string;
  readonly tenantId: string;
  readonly expiresAt: Date;
}

/** Sorts before every QR. */
const FIRST_PAGE = { qrId: '00000000-0000-0000-0000-000000000000', expiresAt: '-infinity' };

/**
 * The next active QRs that have expired and that renew automatically, earliest expiry first. The read model may
 * lag, so some QRs may no longer be due and others may be missing.
 */
const DUE_QRS = `
  SELECT qrs.qr_id AS "qrId", qrs.root_qr_id AS "rootQrId", qrs.site_id AS "siteId", qrs.tenant_id AS "tenantId",
    qrs.expires_at AS "expiresAt"
  FROM ${READ_MODEL_SCHEMA}.qrs JOIN ${READ_MODEL_SCHEMA}.sites USING (site_id)
    JOIN ${READ_MODEL_SCHEMA}.qrs roots ON roots.qr_id = qrs.root_qr_id
  WHERE qrs.is_active AND sites.is_active AND qrs.expires_at <= :now
    AND coalesce(roots.renewal_policy, sites.configuration::json ->> 'renewalPolicy') = 'auto_reissue_on_expire'
    AND (qrs.expires_at, qrs.qr_id) > (:expiresAt, :qrId) AND qrs.tenant_id <> ALL (:withoutTenants)
  ORDER BY qrs.expires_at, qrs.qr_id LIMIT :limit`;

const PAGE_SIZE = 200;
const CONCURRENT_REISSUES = 8;

type Deps = Pick<CommandServiceDeps, 'handler' | 'quotas' | 'pool' | 'clock' | 'logger'>;

/**
 * Starts the next issue period of expired QRs whose campaign, or else site, renews automatically. A late, repeated or interrupted run is
 * harmless: the next one continues. If a tenant's plan is full, its expired QRs stay expired until the plan has room; the
 * first such run is logged.
 */
export function createReissueOfDueQrs(deps: Deps): () => Promise<void> {
  const loggedAsFull = new LRUCache<string, true>({ max: 10_000 });

  /** @returns false when the tenant's plan has no room */
  async function reissueIfRoom(due: DueQr): Promise<boolean> {
    const { tenantId } = due;
    try {
      await reissue(deps, due);
      loggedAsFull.delete(tenantId);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // A distributor's QR, which uses none of the plan: it stays expired until its tree has room.
      if (error.code === 'TOO_MANY_SPLITS_IN_TREE') return true;
      if (error.code !== 'PLAN_LIMIT_REACHED') throw error;
      if (!loggedAsFull.has(tenantId)) deps.logger.info({ tenantId }, 'expired QRs are not reissued: the plan is full');
      loggedAsFull.set(tenantId, true);
      return false;
    }
  }

  return async () => {
    const now = deps.clock().toISOString();
    const full = new Set<string>();
    for (let after: DueQr | null = null; ; ) {
      const from: { qrId: string; expiresAt: Date | string } = after ?? FIRST_PAGE;
      const values = { now, expiresAt: from.expiresAt, qrId: from.qrId, withoutTenants: [...full], limit: PAGE_SIZE };
      const { rows: page } = await run<DueQr>(deps.pool, DUE_QRS, values);
      await pLimit(CONCURRENT_REISSUES).map(page, (due) =>
        doOrLog(deps.logger, { failure: 'an expired QR was not reissued yet', qrId: due.qrId }, async () => {
          if (!full.has(due.tenantId) && !(await reissueIfRoom(due))) full.add(due.tenantId);
        }),
      );
      after = page.at(-1) ?? null;
      if (page.length < PAGE_SIZE) return;
    }
  };
}

/** @throws Refused PLAN_LIMIT_REACHED, QR_NOT_FOUND, TOO_MUCH_CONTENTION */
async function reissue({ handler, quotas, clock }: Deps, { qrId, rootQrId, siteId }: DueQr): Promise<void> {
  const { state: site } = await handler.load(streams.site(siteId), siteFold);
  const { state: tree } = await handler.load(streams.commissionTree(rootQrId), commissionTreeFold);
  const period = tree?.qrs.get(qrId)?.period;
  if (site === null || period === undefined) return;
  // The id contains the period, so a concurrent run of this job repeats the same command.
  const cause = `${qrId} after period ${period}`;
  const context = systemCommandContext({ commandName: 'ReissueQrAutomatically', cause, clock });
  await executeChangeWithQuota(
    { handler, quotas },
    { rootQrId, qrId, site, context, decide: decideAutomaticReissue },
    claimsOf,
  );
}

/** A reissued QR counts until its new period ends. A QR that is not due needs no quota. */
const claimsOf: ClaimsOf = (tree, { stream, ...command }) =>
  reissuedUntil(tree, command).map((until) => ({ id: command.qrId, stream, until }));

function reissuedUntil(tree: CommissionTreeState, command: ChangeQr): readonly string[] {
  return decideAutomaticReissue(tree, command).map(({ data }) => data.expiresAt);
}
