import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { IconButton, MenuItem, Stack, TextField } from '@mui/material';
import type { TreeAsOfNode } from '@perktree/contracts/http/audit';
import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { formatPercent } from '../../lib/format.ts';
import type { Form } from '../../lib/forms/use-form.ts';
import { useApi } from '../../lib/use-api.ts';
import { percentName, type TriedQrs, type WhatIfFields } from './what-if-form.ts';

const flat = (trees: readonly TreeAsOfNode[]): readonly TreeAsOfNode[] =>
  trees.flatMap((qr) => [qr, ...flat(qr.children)]);

/** QRs with a percent to try: choosing one adds it with the percent that it has. */
export function PercentFields(props: {
  siteId: string;
  form: Form<WhatIfFields>;
  tried: TriedQrs;
  onTry: (tried: TriedQrs) => void;
}) {
  const { t, i18n } = useTranslation('audit');
  const { form, tried, onTry } = props;
  const tree = useApi(calls.siteTreeAsOf, { params: { siteId: props.siteId } });
  const qrs = flat(tree.data?.trees ?? []);
  const nameOf = (qrId: string) => qrs.find((qr) => qr.qrId === qrId)?.name ?? qrId;
  const drop = (qrId: string) => onTry(Object.fromEntries(Object.entries(tried).filter(([id]) => id !== qrId)));
  return (
    <Stack spacing={1.5}>
      {tree.error && <ErrorNotice error={tree.error} onRetry={() => void tree.refetch()} />}
      <TextField
        select
        label={t('whatIf.percentOf')}
        value=""
        onChange={(event) => {
          const qr = qrs.find(({ qrId }) => qrId === event.target.value);
          if (qr) onTry({ ...tried, [qr.qrId]: qr.commissionPercent });
        }}
        sx={{ maxWidth: { sm: 360 } }}
      >
        {qrs
          .filter(({ qrId }) => tried[qrId] === undefined)
          .map(({ qrId, name, depth, commissionPercent }) => (
            <MenuItem key={qrId} value={qrId} sx={{ pl: 2 + depth * 2 }}>
              {t('whatIf.qr', { name, percent: formatPercent(commissionPercent, i18n.language) })}
            </MenuItem>
          ))}
      </TextField>
      {Object.keys(tried).map((qrId) => (
        <Stack key={qrId} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          <FormField
            form={form}
            name={percentName(qrId)}
            label={t('whatIf.percentFor', { name: nameOf(qrId) })}
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
