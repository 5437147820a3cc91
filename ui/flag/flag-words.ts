import type { FlagAnswer } from '@perktree/contracts/flag/calls';
import { FLAG_RULES, type FlagKind, UNUSUAL_SALE } from '@perktree/contracts/flag/rules';
import { DAY_MS, MINUTE_MS } from '@perktree/contracts/kernel/durations';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../lib/format.ts';

/** A rule's window in the largest unit that divides it. */
export function flagWindowOf(ms: number): { readonly unit: 'days' | 'minutes'; readonly count: number } {
  return ms % DAY_MS === 0 ? { unit: 'days', count: ms / DAY_MS } : { unit: 'minutes', count: ms / MINUTE_MS };
}

/** The subject of a flag: names, or the last characters of a browser's or network's id. */
export function useSubjectOf(): (flag: FlagAnswer) => string {
  const { t, i18n } = useTranslation('flags');
  const nameOf = ({ name }: { readonly name: string }) => personName(name, i18n.language);
  return ({ staff, customer, deviceId, networkId }) => {
    if (staff && customer) return t('subject.pair', { staff: nameOf(staff), customer: nameOf(customer) });
    if (deviceId) return t('subject.device', { id: deviceId.slice(-6) });
    if (networkId) return t('subject.network', { id: networkId.slice(-6) });
    const person = staff ?? customer;
    return person ? nameOf(person) : t('subject.site');
  };
}

export function useReasonOf(): (kind: FlagKind) => string {
  const { t, i18n } = useTranslation('flags');
  const number = (value: number) => formatNumber(value, i18n.language);
  return (kind) => {
    if (kind === 'unusual_sale') {
      return t('kind.unusual_sale.text', { times: number(UNUSUAL_SALE.times), last: number(UNUSUAL_SALE.ofLast) });
    }
    const { atLeast, withinMs } = FLAG_RULES[kind];
    const { unit, count } = flagWindowOf(withinMs);
    return t(`kind.${kind}.text`, { least: number(atLeast), window: t(`window.${unit}`, { count }) });
  };
}
