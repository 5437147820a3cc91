import { MenuItem, Stack, TextField } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { REDEMPTION_STATES, type RedemptionFilter } from './redemption-filter.ts';

export function FilterBar(props: { filter: RedemptionFilter; onChange: (filter: RedemptionFilter) => void }) {
  const { t } = useTranslation('redemptions');
  const { filter, onChange } = props;
  return (
    <Stack component="search" direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ mb: 2 }}>
      <TextField
        type="search"
        label={t('filter.text')}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField
        select
        label={t('filter.state')}
        value={filter.state}
        onChange={(event) => onChange({ ...filter, state: event.target.value as RedemptionFilter['state'] })}
        sx={{ maxWidth: { sm: 220 } }}
      >
        {(['all', ...REDEMPTION_STATES] as const).map((state) => (
          <MenuItem key={state} value={state}>
            {t(`state.${state}`)}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  );
}
