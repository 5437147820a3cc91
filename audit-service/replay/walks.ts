import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock, spanOf } from '../effective-clock.ts';
import { type ClosedMonth, closableFrom, MonthClose, periodOfMonth } from '../month-close/close-month.ts';
import type { Outcome } from '../what-if/outcome.ts';
import { type Changes, type Period, WhatIf } from '../what-if/what-if.ts';
import type { WalkProgress } from './audit-history.ts';
import { type Fold, foldMoney } from './fold-history.ts';
import { siteHistoryOf, wholeHistory } from './history-source.ts';

type Store = Pick<AuditServiceDeps['store'], 'readAll' | 'head'>;
interface Walk {
  readonly store: Store;
  readonly pool: AuditServiceDeps['pool'];
  readonly onProgress?: (progress: WalkProgress) => void;
  readonly signal?: AbortSignal;
}

/** The month cannot be closed yet: events may still fall into it. */
export class MonthNotOver extends Error {
  override readonly name = 'MonthNotOver';
  constructor(
    readonly month: string,
    readonly from: string,
  ) {
    super(`${month} is not over: it can be closed from ${from} on.`);
  }
}

/** @param now milliseconds @throws MonthNotOver */
export function mustBeOver(month: string, now: number): void {
  if (now < closableFrom(month)) throw new MonthNotOver(month, new Date(closableFrom(month)).toISOString());
}

/** Closes a month, for all sites or one. @throws MonthNotOver, UndecodableEvent */
export async function closeMonth(
  walk: Walk & { readonly month: string; readonly siteId?: string | undefined; readonly now: number },
): Promise<ClosedMonth> {
  mustBeOver(walk.month, walk.now);
  const span = await spanOf(effectiveClock(walk), periodOfMonth(walk.month), 0n);
  const close = new MonthClose(walk.month, span, walk.siteId);
  await walkAll(walk, close);
  return close.close();
}

/** Simulates a period under other rules, for all sites or one. @throws ImpossibleChange, UndecodableEvent */
export async function replayPeriod(
  walk: Walk & { readonly period: Period; readonly changes: Changes },
): Promise<Outcome> {
  const whatIf = new WhatIf(walk.period, await spanOf(effectiveClock(walk), walk.period, 0n), walk.changes);
  await walkAll(walk, whatIf);
  return whatIf.outcome();
}

/** Folds the events about money of one site, from its own streams. */
export async function walkSite(
  deps: Pick<AuditServiceDeps, 'store' | 'pool'>,
  siteId: string,
  fold: Fold,
  onProgress: (progress: WalkProgress) => void,
): Promise<void> {
  const head = await deps.store.head();
  await foldMoney(siteHistoryOf(deps, siteId, head), fold, { head, onProgress });
}

async function walkAll({ store, onProgress, signal }: Walk, fold: Fold): Promise<void> {
  const head = await store.head();
  await foldMoney(wholeHistory(store, head, signal), fold, { head, onProgress });
}
