import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../components/panel.tsx';
import { useAuth } from '../../lib/auth.tsx';

export function Profile() {
  const { t } = useTranslation('account');
  const { user } = useAuth();
  if (user === null) return null;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Panel title={t('profile.title')}>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { sm: '140px 1fr' },
          columnGap: 2,
          rowGap: { xs: 0.25, sm: 1.5 },
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, mb: { xs: 1.5, sm: 0 }, fontWeight: 600, overflowWrap: 'anywhere' },
        }}
      >
        <dt>{t('profile.name')}</dt>
        <dd>{name || t('profile.noName')}</dd>
        <dt>{t('profile.email')}</dt>
        <dd>{user.email}</dd>
      </Box>
    </Panel>
  );
}
