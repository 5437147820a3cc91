import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { IconButton, MenuItem, Stack, TextField } from '@mui/material';
import type { TreeAsOfNode } from '@perktree/contracts/http/audit';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useApi } from '../../lib/use-api.ts';
import { type WhatIfForm, wrongIn } from './what-if-form.ts';

const flat = (trees: readonly TreeAsOfNode[]): readonly TreeAsOfNode[] =>
  trees.flatMap((qr) => [qr, ...flat(qr.children)]);

/** QRs with a percent to try: choosing one adds it with the percent that it has. */
export function PercentFields(props: {
  siteId: string;
  form: WhatIfForm;
  onChange: (part: Partial<WhatIfForm>) => void;
}) {
  const { t } = useTranslation('audit');
  const { form, onChange } = props;
  const tree = useApi(calls.siteTreeAsOf, { params: { siteId: props.siteId } });
  const qrs = flat(tree.data?.trees ?? []);
  const nameOf = (qrId: string) => qrs.find((qr) => qr.qrId === qrId)?.name ?? qrId;
  const isWrong = wrongIn(form).includes('percents');
  const drop = (qrId: string) =>
    onChange({ percents: Object.fromEntries(Object.entries(form.percents).filter(([id]) => id !== qrId)) });
  return (
    <Stack spacing={1.5}>
      {tree.error && <ErrorNotice error={tree.error} onRetry={() => void tree.refetch()} />}
      <TextField
        select
        label={t('whatIf.percentOf')}
        value=""
        onChange={(event) => {
          const qr = qrs.find(({ qrId }) => qrId === event.target.value);
          if (qr) onChange({ percents: { ...form.percents, [qr.qrId]: qr.commissionPercent } });
        }}
        sx={{ maxWidth: { sm: 360 } }}
      >
        {qrs
          .filter(({ qrId }) => form.percents[qrId] === undefined)
          .map(({ qrId, name, depth, commissionPercent }) => (
            <MenuItem key={qrId} value={qrId} sx={{ pl: 2 + depth * 2 }}>
              {t('whatIf.qr', { name, percent: commissionPercent })}
            </MenuItem>
          ))}
      </TextField>
      {Object.entries(form.percents).map(([qrId, percent]) => (
        <Stack key={qrId} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <TextField
            label={t('whatIf.percentFor', { name: nameOf(qrId) })}
            value={percent}
            error={isWrong}
            onChange={(event) => onChange({ percents: { ...form.percents, [qrId]: event.target.value.trim() } })}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
            sx={{ maxWidth: { sm: 360 } }}
          />
          <IconButton aria-label={t('whatIf.dropPercent', { name: nameOf(qrId) })} onClick={() => drop(qrId)}>
            <DeleteOutlined />
          </IconButton>
        </Stack>
      ))}
    </Stack>
  );
}
