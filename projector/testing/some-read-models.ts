import type { EventStore } from '@perktree/event-store/port';
import type { Template } from '@perktree/platform/postgres/testing/test-database';
import type { Pool } from 'pg';
import { activityTotals } from '../dashboard/activity-totals/projection.ts';
import { dailyActivity } from '../dashboard/daily-activity/projection.ts';
import { readCheckpoints } from '../engine/live/checkpoints.ts';
import { startProcessor as start } from '../engine/live/processor.ts';
import type { Projection } from '../engine/live/projection.ts';
import { verifyAll as verify } from '../engine/rebuild/compare.ts';
import * as control from '../engine/rebuild/control.ts';
import { rebuildAll as rebuildAllOf, rebuild as rebuildThese } from '../engine/rebuild/rebuild.ts';
import { flags } from '../flag/projection.ts';
import { earnings } from '../ledger/earnings/projection.ts';
import { payouts } from '../payout/payouts/projection.ts';
import { qrs } from '../qr/qrs/projection.ts';
import { redemptions } from '../redemption/projection.ts';
import { scans } from '../scan/projection.ts';
import { withReadModels } from '../service.ts';
import { sites } from '../site/projection.ts';
import { webhookMessages } from '../webhook/projection.ts';
import { inlineTemplateOf, readModelsTemplateOf } from './database.ts';
import { recorded, redeemed, scanned, stored } from './events.ts';

/** Read models for specs of the engine, which takes any: inline and asynchronous ones. All of them take twice as long. */
export const projections: readonly Projection[] = [
  ...[sites, qrs, scans, redemptions, earnings, dailyActivity, activityTotals, payouts, flags, webhookMessages],
];

export const someTemplate: Template = readModelsTemplateOf('some_read_models', projections);
export const someInlineTemplate: Template = inlineTemplateOf('some_inline', projections);

/** As in service.ts. */
export const startProcessor = withReadModels(start, projections);
export const rebuild = withReadModels(rebuildThese, projections);
export const rebuildAll = withReadModels(rebuildAllOf, projections);
export const verifyAll = withReadModels(verify, projections);
export const pause = withReadModels(control.pause, projections);
export const resume = withReadModels(control.resume, projections);
export const swap = withReadModels(control.swap, projections);
export const drop = withReadModels(control.drop, projections);

/** Scans and redemptions of one QR, numbered from `from`. */
export const visits = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => [
    scanned(`scan ${from + n}`, 'root'),
    redeemed(`r${from + n}`, 'root'),
  ]).flat();

export const eventsOf = (facts: Parameters<typeof recorded>[0]) => recorded(facts).map(stored);

/** What the checkpoints say of these read models. */
export async function checkpoints(pool: Pool) {
  const all = await readCheckpoints(pool);
  return {
    positions: new Set(all.map(({ position }) => position)),
    of: (name: string) => all.find((each) => each.name === name),
    failed: all.flatMap(({ name, status }) => (status === 'failed' ? [name as string] : [])).toSorted(),
    running: projections.flatMap((projection) => {
      const checkpoint = all.find(({ name }) => name === projection.name);
      return checkpoint ? [{ ...checkpoint, projection }] : [];
    }),
  };
}

/** The read models whose rows are not those of a replay. */
export const differing = async (pool: Pool, store: EventStore) =>
  (await verifyAll({ store, pool })).filter(({ identical }) => !identical).map(({ name }) => name);

/** The counters of the only QR. */
export const counters = async (pool: Pool) =>
  (await pool.query('SELECT total_scans AS scans, total_redemptions AS redemptions FROM read_models.qrs')).rows[0];
