import { useTranslation } from 'react-i18next';

const MINUTE = 60;
/** Times up to this number of seconds are shown in seconds. */
const IN_SECONDS = 2 * MINUTE;

/**
 * "about 12 min left" in the page's language.
 * @param seconds null: not known yet
 */
export function useTimeLeft(seconds: number | null): string {
  const { t } = useTranslation('projections');
  if (seconds === null) return t('operation.leftUnknown');
  if (seconds < IN_SECONDS) return t('operation.leftSeconds', { count: seconds });
  return t('operation.leftMinutes', { count: Math.round(seconds / MINUTE) });
}
