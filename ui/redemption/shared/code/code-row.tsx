import QrCode2 from '@mui/icons-material/QrCode2';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../../kit/on-demand.tsx';

export type ScanStatus = 'redeemed' | 'undone' | 'expired' | 'available';

export function scanStatus(
  scan: { isRedeemed: boolean; undoneAt?: string | null; expiresAtUtc: string | null },
  now: number,
): ScanStatus {
  // Codes that an earlier version has saved on the device have no such field.
  if (scan.undoneAt) return 'undone';
  if (scan.isRedeemed) return 'redeemed';
  return scan.expiresAtUtc !== null && Date.parse(scan.expiresAtUtc) <= now ? 'expired' : 'available';
}

const CodeDialog = onDemand(() => import('./code-dialog.tsx'));

/** The redemption code of an open scan, if it has one, with a button that shows it large and as a QR code. */
export function CodeRow(props: {
  benefit: string;
  scan: Partial<Record<'redemptionCode' | 'redemptionToken', string | null | undefined>> & {
    expiresAtUtc: string | null;
  };
  /** The customer has redeemed, and staff confirm with this code. */
  awaitsConfirmation: boolean;
}) {
  const { redemptionCode: code, redemptionToken: token = null, expiresAtUtc } = props.scan;
  const { t } = useTranslation('redemption-code');
  const [shown, setShown] = useState<'never' | 'open' | 'closed'>('never');
  if (!code) return null;
  const open = { benefit: props.benefit, code, token, expiresAtUtc };
  return (
    <Stack
      direction="row"
      useFlexGap
      spacing={1}
      sx={{ mt: 1.5, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', textAlign: 'left' }}
    >
      <Typography sx={{ color: 'text.secondary' }}>
        {t('code')}{' '}
        <Box component="span" sx={{ fontFamily: 'monospace', fontWeight: 700, color: 'text.primary' }}>
          {open.code}
        </Box>
      </Typography>
      <Button
        variant="outlined"
        startIcon={<QrCode2 />}
        aria-label={t('showCode', { code: open.code, benefit: open.benefit })}
        onClick={() => setShown('open')}
      >
        {t('show')}
      </Button>
      {props.awaitsConfirmation && (
        <Typography variant="quiet" sx={{ flexBasis: '100%' }}>
          {t('awaitsConfirmation')}
        </Typography>
      )}
      {shown !== 'never' && <CodeDialog code={open} open={shown === 'open'} onClose={() => setShown('closed')} />}
    </Stack>
  );
}
