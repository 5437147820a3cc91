import type { RuleChoice } from '@perktree/contracts/commission/rule';
import { type Currency, currencySymbol } from '@perktree/contracts/kernel/money';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import { useTranslation } from 'react-i18next';
import type { FieldWords } from '../kit/form/edited-meanwhile.tsx';
import { ruleTexts } from '../lib/rule-settings.ts';
import { ruleOfChoice } from './configuration-form.ts';

/** The names and values of a site's settings, as its form has them. */
export function useConfigurationWords(currency: Currency): FieldWords {
  const { t, i18n } = useTranslation('sites');

  function text(field: string, value: unknown): string | undefined {
    switch (field) {
      case 'commissionHoldDays':
        return t('configure.days', { count: Number(value) });
      case 'selfRedemption':
        return t(`configure.selfRedemptionChoice.${value as SiteConfiguration['selfRedemption']}`);
      case 'renewalPolicy':
        return t(`configure.renewal.${value as SiteConfiguration['renewalPolicy']}`);
      case 'commissionRule': {
        const { version, settings } = value as RuleChoice;
        const rule = ruleOfChoice(String(version));
        const name = rule === undefined ? String(version) : ruleTexts(rule, i18n.language).name;
        return [name, ...Object.values(settings).map((amounts) => amounts.join('; '))].join(': ');
      }
      default:
        return undefined;
    }
  }

  return {
    text,
    label: (field) =>
      field === 'name'
        ? t('create.name')
        : t(`configure.${field as keyof SiteConfiguration}`, { symbol: currencySymbol(currency) }),
  };
}
