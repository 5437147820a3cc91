import { Checkbox, FormControlLabel, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { useTranslation } from 'react-i18next';
import { useApi } from '../lib/use-api.ts';
import type { BranchCommand } from './use-qr-command.ts';

/** Says how many QRs below a QR its command leaves as they are, and offers to include them. Nothing if there are none. */
export function BranchChoice(props: {
  qr: QrAnswer;
  command: BranchCommand;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  const { t } = useTranslation('qr-management');
  const { qr, command, isChecked, onChange } = props;
  const params = { siteId: qr.siteId, qrId: qr.id };
  const { data } = useApi(calls.qrsBelow, { params }, { gcTime: 0, staleTime: 0 });
  const count = data?.[command === 'deactivate' ? 'active' : 'inactive'] ?? 0;
  if (count === 0) return null;
  return (
    <>
      <Typography sx={{ mt: 2 }}>{t(`command.${command}.below`, { count })}</Typography>
      <FormControlLabel
        sx={{ mt: 0.5 }}
        control={<Checkbox checked={isChecked} onChange={(_, checked) => onChange(checked)} />}
        label={t(`command.${command}.withBelow`)}
      />
    </>
  );
}
