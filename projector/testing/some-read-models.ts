import type { Template } from '@perktree/platform/postgres/test-database';
import { activityTotals } from '../dashboard/activity-totals/projection.ts';
import { dailyActivity } from '../dashboard/daily-activity/projection.ts';
import { startProcessor as start } from '../engine/live/processor.ts';
import type { Projection } from '../engine/live/projection.ts';
import { verifyAll as verify } from '../engine/rebuild/compare.ts';
import * as control from '../engine/rebuild/control.ts';
import { rebuild as rebuildThese } from '../engine/rebuild/rebuild.ts';
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

/** Read models for specs of the engine, which takes any: inline and asynchronous ones. All of them take twice as long. */
export const projections: readonly Projection[] = [
  ...[sites, qrs, scans, redemptions, earnings, dailyActivity, activityTotals, payouts, flags, webhookMessages],
];

export const someTemplate: Template = readModelsTemplateOf('some_read_models', projections);
export const someInlineTemplate: Template = inlineTemplateOf('some_inline', projections);

/** As in service.ts. */
export const startProcessor = withReadModels(start, projections);
export const rebuild = withReadModels(rebuildThese, projections);
export const verifyAll = withReadModels(verify, projections);
export const pause = withReadModels(control.pause, projections);
export const resume = withReadModels(control.resume, projections);
export const swap = withReadModels(control.swap, projections);
export const drop = withReadModels(control.drop, projections);
