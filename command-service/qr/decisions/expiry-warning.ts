import type { EventData, ExpiryWarningEvent } from '@perktree/contracts/catalogue/events';
import { DAY_MS, HOUR_MS } from '@perktree/contracts/kernel/durations';
import type { Fold } from '../../engine/fold.ts';

/** The owner is warned a day before; the job runs hourly. */
export const WARNING_MS = DAY_MS + HOUR_MS;
/** A warning that no process could send is sent late, up to so long after the end. */
export const LATEST_WARNING_MS = 7 * DAY_MS;

export type EndingQr = EventData<'ExpiryWarned'>['qrs'][number];

/** The ends of the issue periods that were warned of, by `keyOf`. Those that can no longer be due are left out. */
type ExpiryWarnings = ReadonlyMap<string, number>;

const keyOf = ({ qrId, period }: EndingQr) => `${qrId} ${period}`;

export const expiryWarningsFold: Fold<ExpiryWarnings, ExpiryWarningEvent> = {
  initialState: new Map(),
  evolve(before, { data }, at) {
    const oldest = Date.parse(at) - LATEST_WARNING_MS;
    const kept = [...before].filter(([, end]) => end > oldest);
    return new Map([...kept, ...data.qrs.map((qr) => [keyOf(qr), Date.parse(qr.expiresAt)] as const)]);
  },
};

/** Warns once of each issue period. */
export function decideWarning(
  warned: ExpiryWarnings,
  { siteId, tenantId, qrs, now }: EventData<'ExpiryWarned'> & { readonly now: string },
): readonly ExpiryWarningEvent[] {
  const isDue = (qr: EndingQr) => {
    const left = Date.parse(qr.expiresAt) - Date.parse(now);
    return left <= WARNING_MS && left > -LATEST_WARNING_MS && !warned.has(keyOf(qr));
  };
  const due = qrs.filter(isDue);
  return due.length === 0 ? [] : [{ type: 'ExpiryWarned', data: { siteId, tenantId, qrs: due } }];
}
