import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';

/** Leads from an empty list to the tab that scans. */
export function ScanStep({ onScan }: { onScan: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Button variant="contained" onClick={onScan}>
      {t('next.scan')}
    </Button>
  );
}
