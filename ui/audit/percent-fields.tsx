import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { IconButton, Stack } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import { joined } from '@perktree/contracts/kernel/isolated';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../kit/form/form-field.tsx';
import { Picker } from '../kit/list/picker.tsx';
import { formatPercent } from '../lib/format.ts';
import type { Form } from '../lib/forms/use-form.ts';
import { percentName, type TriedQrs, type WhatIfFormFields } from './what-if-form.ts';

/** Sorted by name, rows include the path of each QR. */
const ROWS = { levels: '33', sort: 'name' };

export function PercentFields(props: {
  siteId: string;
  form: Form<WhatIfFormFields>;
  tried: TriedQrs;
  onTry: (tried: TriedQrs) => void;
}) {
  const { t, i18n } = useTranslation('audit');
  const { form, tried, onTry } = props;
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const [offered] = useState(() => new Map<string, { readonly name: string; readonly percent: string }>());
  const nameOf = (qrId: string) => names[qrId] ?? qrId;
  const drop = (qrId: string) => onTry(Object.fromEntries(Object.entries(tried).filter(([id]) => id !== qrId)));
  return (
    <Stack spacing={1.5}>
      <Picker
        // Empty again after each choice.
        key={Object.keys(tried).join()}
        label={t('whatIf.percentOf')}
        call={calls.listQrs}
        params={{ siteId: props.siteId }}
        query={ROWS}
        choiceOf={({ id, name, commissionPercent, path }) => {
          offered.set(id, { name, percent: commissionPercent });
          const percent = formatPercent(commissionPercent, i18n.language);
          return {
            id,
            label: t('whatIf.qr', { name, percent }),
            detail: joined(path?.map((above) => above.name) ?? [], ' › ') || undefined,
          };
        }}
        value={null}
        onChange={(choice) => {
          const qr = choice === null ? undefined : offered.get(choice.id);
          if (choice === null || qr === undefined || tried[choice.id] !== undefined) return;
          setNames({ ...names, [choice.id]: qr.name });
          onTry({ ...tried, [choice.id]: qr.percent });
        }}
        sx={{ maxWidth: { sm: 360 } }}
      />
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
