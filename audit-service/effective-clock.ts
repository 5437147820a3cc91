import { CLOCK_MARKS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { clockMarksIn } from '@perktree/event-store/effective-time/clock-marks';
import { EffectiveClock } from '@perktree/event-store/effective-time/effective-clock';
import type { AuditServiceDeps } from './deps.ts';

/** Effective times of events, from the clock marks that the projector stores. */
export function effectiveClock({
  store,
  pool,
}: {
  readonly store: Pick<AuditServiceDeps['store'], 'readAll'>;
  readonly pool: AuditServiceDeps['pool'];
}): EffectiveClock {
  return new EffectiveClock(store, clockMarksIn(pool, CLOCK_MARKS_TABLE, { writes: false }));
}

/** The events after one position, up to and including another. */
export interface Span {
  readonly after: bigint;
  readonly upTo: bigint;
}

/**
 * The events that are effective from `from` until before `to`; both are optional.
 * @param head the last position if `to` is absent
 */
export async function spanOf(
  clock: Pick<EffectiveClock, 'positionBefore'>,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  head: bigint,
): Promise<Span> {
  const [after, upTo] = await Promise.all([
    from === undefined ? 0n : clock.positionBefore(from),
    to === undefined ? head : clock.positionBefore(to),
  ]);
  return { after, upTo };
}

export const isInSpan = ({ after, upTo }: Span, { position }: { readonly position: bigint }) =>
  position > after && position <= upTo;
