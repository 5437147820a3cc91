import type { CsvColumn } from '@perktree/contracts/csv';
import type { FlagAnswer } from '@perktree/contracts/http/flags';
import { useTranslation } from 'react-i18next';
import { useSubjectOf } from './flag-words.ts';

export function useFlagColumns(): readonly CsvColumn<FlagAnswer>[] {
  const { t } = useTranslation('flags');
  const subjectOf = useSubjectOf();
  return [
    { title: t('csv.id'), value: (flag) => flag.id },
    { title: t('csv.kind'), value: (flag) => t(`kind.${flag.kind}.title`) },
    { title: t('csv.subject'), value: subjectOf },
    { title: t('csv.redemptions'), value: (flag) => flag.redemptions },
    { title: t('csv.first'), value: (flag) => flag.firstSeenAt },
    { title: t('csv.last'), value: (flag) => flag.lastSeenAt },
  ];
}
