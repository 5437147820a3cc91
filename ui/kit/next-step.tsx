import { Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** Screens that create what an empty list lacks. */
const STEPS = {
  scan: '/mobile-scanner',
  createQr: '/qr-management',
  printQrs: '/qr-management/print',
  redeem: '/staff-validation',
  chooseSite: '/qr-management',
} as const;

/** The link of an empty state to its next step. @param props.siteId site to preselect there */
export function NextStep({ step, siteId }: { step: keyof typeof STEPS; siteId?: string | undefined }) {
  const { t } = useTranslation('common');
  const query = siteId === undefined ? '' : `?site=${siteId}`;
  return (
    <Button component={Link} to={STEPS[step] + query} variant="contained">
      {t(`next.${step}`)}
    </Button>
  );
}
