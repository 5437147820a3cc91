import { Box, Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../kit/panel.tsx';
import { useAuth } from '../lib/auth.tsx';
import { EmailDialog, NameDialog } from './profile-dialogs.tsx';

export function Profile() {
  const { t } = useTranslation('account');
  const { user } = useAuth();
  const [edited, setEdited] = useState<'name' | 'email' | null>(null);
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
      <Stack direction="row" spacing={1.5} useFlexGap sx={{ flexWrap: 'wrap', mt: 2 }}>
        <Button variant="outlined" onClick={() => setEdited('name')}>
          {t('profile.editName')}
        </Button>
        <Button variant="outlined" onClick={() => setEdited('email')}>
          {t('profile.changeEmail')}
        </Button>
      </Stack>
      {edited === 'name' && <NameDialog user={user} onClose={() => setEdited(null)} />}
      {edited === 'email' && <EmailDialog user={user} onClose={() => setEdited(null)} />}
    </Panel>
  );
}
