import type { History } from '../model/invariants/history.ts';
import { historiesOf } from './by-tenant.ts';
import type { Check } from './evidence.ts';

/** I6: jobs take effect once. Each period of a QR begins once, and each payout is paid once. */
export const jobs: Check = ({ events }) =>
  historiesOf(events).flatMap((history) => {
    const effects = history.flatMap(effectOf);
    return [...new Set(effects.filter((effect, n) => effects.indexOf(effect) !== n))].map(
      (effect) => `${effect} twice`,
    );
  });

function effectOf(event: History[number]): readonly string[] {
  if (event.type === 'QrReissued') return [`period ${event.data.period} of ${event.data.qrId} began`];
  if (event.type === 'PayoutPaid') return [`payout ${event.data.payoutId} was paid`];
  return [];
}
