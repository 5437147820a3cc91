import { statfs } from 'node:fs/promises';
import { READ_MODEL_SCHEMA } from '@perktree/contracts/catalogue/read-models';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import type { StandingWork } from '@perktree/contracts/operation/calls';
import type { MetricsRegistry } from '@perktree/platform/metrics/registry';
import type { Pool } from 'pg';

interface Counted {
  readonly queued: number;
  /** Seconds, as all ages. */
  readonly oldest: number;
  readonly failed: number;
  readonly failing: number;
  readonly disabled: number;
  readonly parked: number;
  /** Signed heads that a receiver has not taken yet. */
  readonly heads: number;
  readonly oldestHead: number;
  /** Payments of owners that the operator has to approve or settle. */
  readonly fundings: number;
  /** Null: no backup was made by the command. */
  readonly backupAge: number | null;
}

export interface StandingWorkOf {
  readonly pool: Pool;
  readonly dataDir: string;
}

/** Mails, webhooks, payouts, backups and free space: what is read from the database and the disk. @returns measures; never rejects */
export function standingWorkMetrics(registry: MetricsRegistry, { pool, dataDir }: StandingWorkOf): () => Promise<void> {
  const queued = registry.gauge('perktree_mails_queued', 'Mails that are not sent yet.');
  const oldest = registry.gauge('perktree_mails_oldest_seconds', 'Age of the oldest mail that is not sent yet.');
  const failed = registry.gauge(
    'perktree_mails_failed',
    'Mails given up in the last 24 hours: not taken for three days, or with a text that cannot be written.',
  );
  const endpoints = registry.gauge(
    'perktree_webhook_endpoints',
    'Webhook endpoints that stand still: failing, whose last delivery failed, and disabled.',
  );
  const parked = registry.gauge(
    'perktree_webhook_parked_messages',
    'Messages that webhook endpoints rejected and have not received since.',
  );
  const heads = registry.gauge(
    'perktree_head_pushes_oldest_seconds',
    'Age of the oldest signed head that its receiver has not taken yet.',
  );
  const payouts = registry.gauge(
    'perktree_payout_fundings_waiting',
    'Payments of owners for automatic payouts that wait for the operator: to be approved, disputed or refunded.',
  );
  const backup = registry.gauge(
    'perktree_backup_age_seconds',
    'Time since the last backup by the command line; without a value until the first one.',
  );
  const free = registry.gauge('perktree_data_dir_free_bytes', 'Free space of the disk of DATA_DIR.');
  const size = registry.gauge('perktree_data_dir_size_bytes', 'Size of the disk of DATA_DIR.');

  async function count(): Promise<void> {
    const now = await countedIn(pool);
    queued.set({}, now.queued);
    oldest.set({}, now.oldest);
    failed.set({}, now.failed);
    endpoints.set({ state: 'failing' }, now.failing);
    endpoints.set({ state: 'disabled' }, now.disabled);
    parked.set({}, now.parked);
    heads.set({}, now.oldestHead);
    payouts.set({}, now.fundings);
    if (now.backupAge !== null) backup.set({}, now.backupAge);
  }

  async function measureDisk(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    free.set({}, bavail * bsize);
    size.set({}, blocks * bsize);
  }

  return async () => {
    // A database that does not answer is a metric of its own. Services apart may have no DATA_DIR.
    await Promise.allSettled([count(), measureDisk()]);
  };
}

async function countedIn(pool: Pool): Promise<Counted> {
  const fundings = await fundingsIn(pool);
  const { rows } = await pool.query<Omit<Counted, 'fundings'>>(
    `SELECT mails.queued, mails.oldest, endpoints.*, pushes.*,
       (SELECT count(*)::integer FROM identity.mails
        WHERE state = 'failed' AND settled_at > now() - interval '1 day') AS failed,
       (SELECT count(*)::integer FROM webhooks.deliveries WHERE parked_at IS NOT NULL) AS parked,
       (SELECT extract(epoch FROM now() - max(finished_at))::float8 FROM command_service.backups) AS "backupAge"
     FROM (SELECT count(*)::integer AS queued,
             coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
           FROM identity.mails WHERE state = 'queued') AS mails,
          (SELECT count(*) FILTER (WHERE next_attempt_at = 'infinity')::integer AS disabled,
             count(*) FILTER (WHERE failing_since IS NOT NULL AND isfinite(next_attempt_at))::integer AS failing
           FROM webhooks.endpoints) AS endpoints,
          (SELECT count(*)::integer AS heads,
             coalesce(extract(epoch FROM now() - min(queued_at)), 0)::float8 AS "oldestHead"
           FROM audit.head_pushes WHERE done_at IS NULL) AS pushes`,
  );
  return { ...(rows[0] as Omit<Counted, 'fundings'>), fundings };
}

/** SQLSTATEs: read models were not made yet, so no payout waits. */
const NOT_YET_MADE = ['42P01', '3F000'];

async function fundingsIn(pool: Pool): Promise<number> {
  try {
    const { rows } = await pool.query<{ fundings: number }>(
      `SELECT count(DISTINCT funding_id)::integer AS fundings FROM ${READ_MODEL_SCHEMA}.payouts
       WHERE funding IN ('awaiting_approval', 'disputed')`,
    );
    return rows[0]?.fundings ?? 0;
  } catch (error) {
    if (NOT_YET_MADE.includes((error as { code?: string }).code ?? '')) return 0;
    throw error;
  }
}

/** The thresholds of the alerts. */
const LATE_MAIL_S = 3_600;
const LATE_HEAD_S = 6 * 3_600;
const OLD_BACKUP_S = 2 * 86_400;
const MIN_FREE = 0.1;

/** What stands still now, as superadmins see it. */
export async function standingWork({ pool, dataDir }: StandingWorkOf): Promise<StandingWork> {
  // Services apart may have no DATA_DIR.
  const [counted, disk] = await Promise.all([countedIn(pool), statfs(dataDir).catch(() => null)]);
  const { queued, oldest, failed, failing, disabled, parked, heads, oldestHead, fundings, backupAge } = counted;
  const free = disk === null || disk.blocks === 0 ? 1 : disk.bavail / disk.blocks;
  const states = [
    { state: 'mails_late', count: queued, isSo: oldest > LATE_MAIL_S },
    { state: 'mails_failed', count: failed, isSo: failed > 0 },
    { state: 'webhooks_failing', count: failing, isSo: failing > 0 },
    { state: 'webhooks_disabled', count: disabled, isSo: disabled > 0 },
    { state: 'webhooks_parked', count: parked, isSo: parked > 0 },
    { state: 'heads_not_pushed', count: heads, isSo: oldestHead > LATE_HEAD_S },
    { state: 'payouts_waiting', count: fundings, isSo: fundings > 0 },
    {
      state: 'backup_old',
      count: Math.floor(((backupAge ?? 0) * 1000) / DAY_MS),
      isSo: (backupAge ?? 0) > OLD_BACKUP_S,
    },
    { state: 'disk_fills_up', count: Math.floor(free * 100), isSo: free < MIN_FREE },
  ] as const;
  return { states: states.filter(({ isSo }) => isSo).map(({ state, count }) => ({ state, count })) };
}
