import { Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import { benefitLabel } from '@perktree/contracts/benefit-label';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useTranslation } from 'react-i18next';

/** One tick box a QR, and one for all of them. */
export function QrChoice(props: {
  qrs: readonly QrAnswer[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}) {
  const { t, i18n } = useTranslation('print-sheets');
  const { qrs, chosen, onChange } = props;
  const isAll = chosen.size === qrs.length;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <Stack>
      <FormControlLabel
        control={
          <Checkbox
            checked={isAll}
            indeterminate={!isAll && chosen.size > 0}
            onChange={() => onChange(new Set(isAll ? [] : qrs.map(({ id }) => id)))}
          />
        }
        label={t('all', { chosen: chosen.size, count: qrs.length })}
        sx={{ minHeight: 44, borderBottom: 1, borderColor: 'divider', mr: 0 }}
      />
      {qrs.map((qr) => (
        <FormControlLabel
          key={qr.id}
          control={<Checkbox checked={chosen.has(qr.id)} onChange={() => toggle(qr.id)} />}
          label={
            <>
              {qr.name}{' '}
              <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
                {benefitLabel(qr.benefitDisplay, i18n.language)}
              </Typography>
            </>
          }
          sx={{ minHeight: 44, mr: 0, overflowWrap: 'anywhere' }}
        />
      ))}
    </Stack>
  );
}
