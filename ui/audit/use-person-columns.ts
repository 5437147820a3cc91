import type { CsvColumn } from '@perktree/contracts/kernel/csv';
import { personName } from '@perktree/contracts/kernel/person-name';
import { useTranslation } from 'react-i18next';

interface OfPerson {
  readonly distributor: { readonly id: string; readonly name: string } | null;
}

/** The id and name of a payee, side by side. */
export function usePersonColumns<Row extends OfPerson>(): readonly CsvColumn<Row>[] {
  const { t, i18n } = useTranslation('audit');
  return [
    { title: t('csv.distributorId'), value: ({ distributor }) => distributor?.id ?? null },
    {
      title: t('csv.distributor'),
      value: ({ distributor }) => distributor && personName(distributor.name, i18n.language),
    },
  ];
}
