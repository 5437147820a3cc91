import ArrowBack from '@mui/icons-material/ArrowBack';
import { AppBar, Button, Toolbar, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/auth.tsx';
import type { TabName } from './scan-state.ts';
import { ScannerUserMenu } from './scanner-user-menu.tsx';

/** The title follows the tab; signed out there is a way back to the landing page, signed in the user menu. */
export function ScannerHeader({ tab }: { tab: TabName }) {
  const { t } = useTranslation('scanner');
  const isSignedIn = useAuth().user !== null;
  return (
    <AppBar
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
    >
      <Toolbar sx={{ width: '100%', maxWidth: 640, mx: 'auto', minHeight: 60, gap: 1, px: 2 }}>
        {!isSignedIn && (
          // A plain link: the landing page is another document.
          <Button href="/" color="inherit" startIcon={<ArrowBack />} sx={{ ml: -1, px: 1 }}>
            {t('back')}
          </Button>
        )}
        <Typography variant="h1" noWrap sx={{ flex: 1, fontSize: '1.25rem' }}>
          {t(`title.${tab}`)}
        </Typography>
        {isSignedIn && <ScannerUserMenu />}
      </Toolbar>
    </AppBar>
  );
}
