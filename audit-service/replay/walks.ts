import { closableFrom, periodOfMonth } from '@perktree/contracts/audit/month-period';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { ZoneChange } from '@perktree/contracts/kernel/time-zone';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock, spanOf } from '../effective-clock.ts';
import { MONEY_FACTS, type MonthCloseReport, PeriodLedger } from '../month-close/close-month.ts';
import type { WhatIfOutcome } from '../what-if/outcome.ts';
import { type Changes, type Period, WhatIf } from '../what-if/what-if.ts';
import type { WalkProgress } from './audit-history.ts';
import { type History, wholeHistory } from './history-source.ts';

/** Folds events one by one, in the order of the store. */
interface Fold {
  apply(event: RecordedEvent): void;
}

/** Folds the events about money. @throws UndecodableEvent, because figures without an event would be wrong */
export async function foldMoney(
  history: History,
  fold: Fold,
  { head, onProgress }: { readonly head: bigint; readonly onProgress?: ((progress: WalkProgress) => void) | undefined },
): Promise<void> {
  let events = 0;
  for await (const page of history) {
    for (const stored of page) if (MONEY_FACTS.has(stored.type)) fold.apply(decodeEvent(stored));
    events += page.length;
    onProgress?.({ position: page.at(-1)?.position ?? 0n, head, events });
  }
}

interface Walk {
  readonly store: Pick<AuditServiceDeps['store'], 'readAll' | 'head'>;
  readonly pool: AuditServiceDeps['pool'];
  /** The events up to the head of the store; absent: all of them. */
  readonly historyUpTo?: (head: bigint) => History;
  /** Of the last event that counts; absent: all events. */
  readonly upTo?: bigint | undefined;
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
export function mustBeOver(month: string, now: number, zones?: readonly ZoneChange[]): void {
  const from = closableFrom(month, zones);
  if (now < from) throw new MonthNotOver(month, new Date(from).toISOString());
}

/**
 * Closes a month that is over, for one site in its zones, or for all sites in UTC.
 * @throws UndecodableEvent
 */
export async function closeMonth(
  walk: Walk & {
    readonly month: string;
    readonly siteId?: string | undefined;
    readonly zones?: readonly ZoneChange[] | undefined;
  },
): Promise<MonthCloseReport> {
  const span = await spanOf(effectiveClock(walk), periodOfMonth(walk.month, walk.zones), 0n);
  const ledger = new PeriodLedger(span, walk.siteId);
  await foldAll(walk, ledger);
  return { month: walk.month, ...periodOfMonth(walk.month, walk.zones), ...ledger.closed() };
}

/** Simulates a period under other rules, for all sites or one. @throws ImpossibleChange, UndecodableEvent */
export async function replayPeriod(
  walk: Walk & { readonly period: Period; readonly changes: Changes },
): Promise<WhatIfOutcome> {
  const whatIf = new WhatIf(walk.period, await spanOf(effectiveClock(walk), walk.period, 0n), walk.changes);
  await foldAll(walk, whatIf);
  return whatIf.outcome();
}

async function foldAll({ store, historyUpTo, upTo, onProgress, signal }: Walk, fold: Fold): Promise<void> {
  const head = upTo ?? (await store.head());
  const history = historyUpTo?.(head) ?? wholeHistory(store, head, signal);
  await foldMoney(history, fold, { head, onProgress });
}
