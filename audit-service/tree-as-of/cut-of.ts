import type { Cut } from '../cut.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock } from '../effective-clock.ts';

/**
 * Resolves `asOf`: a moment, or a position in decimal digits. Without it, or with a future one, the newest event is
 * the cut, so the answer names a position that the caller can repeat.
 * @returns the cut and its moment; for a position, the effective time of that event
 */
export async function cutOf(
  { store, pool, clock }: Pick<AuditServiceDeps, 'store' | 'pool' | 'clock'>,
  asOf: string | undefined,
): Promise<{ cut: Cut; moment: string }> {
  const now = clock().toISOString();
  const times = effectiveClock({ store, pool });
  const isPosition = asOf !== undefined && /^\d+$/.test(asOf);
  if (asOf !== undefined && !isPosition && Date.parse(asOf) <= Date.parse(now)) {
    const moment = new Date(asOf);
    const next = new Date(moment.getTime() + 1).toISOString();
    return { cut: { position: await times.positionBefore(next) }, moment: moment.toISOString() };
  }
  const head = await store.head();
  const position = isPosition ? BigInt(asOf) : head;
  if (position >= head) return { cut: { position: head }, moment: now };
  // The event at the position, or where positions have gaps the first one after it.
  const [event] = position > 0n ? await store.readAll(position - 1n, 1) : [];
  const { at } = await times.at(event?.position ?? 0n);
  return { cut: { position }, moment: at };
}
