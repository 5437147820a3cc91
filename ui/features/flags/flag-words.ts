import type { FlagAnswer } from '@perktree/contracts/http/flags';
import { useTranslation } from 'react-i18next';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A rule's window in the largest unit that it is a whole number of. */
export function windowOf(ms: number): { readonly unit: 'days' | 'minutes'; readonly count: number } {
  return ms % DAY_MS === 0 ? { unit: 'days', count: ms / DAY_MS } : { unit: 'minutes', count: ms / MINUTE_MS };
}

/** Whom or what a flag is about: names, or the last characters of a browser's id, which says nothing else about it. */
export function useSubjectOf(): (flag: FlagAnswer) => string {
  const { t } = useTranslation('flags');
  return ({ staff, customer, deviceId }) => {
    if (staff && customer) return t('subject.pair', { staff: staff.name, customer: customer.name });
    if (deviceId) return t('subject.device', { id: deviceId.slice(-6) });
    return staff?.name ?? customer?.name ?? '';
  };
}
