import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { LOGIN_INTENTS, type LoginIntent } from '@perktree/contracts/http/accounts';
import { useTranslation } from 'react-i18next';

export function IntentChoice(props: { value: LoginIntent | null; onChange: (intent: LoginIntent) => void }) {
  const { t } = useTranslation('accounts');
  const { value, onChange } = props;
  return (
    <ToggleButtonGroup
      exclusive
      fullWidth
      value={value}
      aria-label={t('intent.label')}
      onChange={(_, intent: LoginIntent | null) => intent && onChange(intent)}
    >
      {LOGIN_INTENTS.map((intent) => (
        <ToggleButton
          key={intent}
          value={intent}
          sx={{ minHeight: 44, px: 1, textTransform: 'none', '&.Mui-selected': { color: 'primary.dark' } }}
        >
          {t(`intent.${intent}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
