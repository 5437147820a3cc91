import { MenuItem, Stack, TextField } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../components/list/search-field.tsx';
import { REDEMPTION_STATES, type RedemptionFilter } from './redemption-filter.ts';

export function FilterBar(props: { filter: RedemptionFilter; onChange: (part: Partial<RedemptionFilter>) => void }) {
  const { t } = useTranslation('redemptions');
  const { filter, onChange } = props;
  return (
    <Stack component="search" direction={{ xs: 'column', sm: 'row' }} spacing={1.5} sx={{ mb: 2 }}>
      <SearchField label={t('filter.text')} text={filter.text} onSearch={(text) => onChange({ text })} />
      <TextField
        select
        label={t('filter.state')}
        value={filter.state}
        onChange={(event) => onChange({ state: event.target.value as RedemptionFilter['state'] })}
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
