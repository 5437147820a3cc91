import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { CSV_FORMATS, type CsvFormat } from '@perktree/contracts/kernel/csv';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvFormat, saveCsvFormat } from '../lib/csv-format.ts';

/** Chooses the separators of CSV files on this device. */
export function CsvChoice() {
  const { t, i18n } = useTranslation('account');
  const [chosen, setChosen] = useState<CsvFormat | null>(null);
  const choose = (format: CsvFormat) => {
    saveCsvFormat(format);
    setChosen(format);
  };
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={chosen ?? csvFormat(i18n.language)}
      aria-label={t('csv.title')}
      onChange={(_, format: CsvFormat | null) => format && choose(format)}
    >
      {CSV_FORMATS.map((format) => (
        <ToggleButton key={format} value={format} sx={{ minHeight: 44, px: 2, textTransform: 'none' }}>
          {t(`csv.${format}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
