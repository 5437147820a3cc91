import ArrowBack from '@mui/icons-material/ArrowBack';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { AppBar, Button, Toolbar } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { NotificationBell } from '../../kit/notifications/notification-bell.tsx';
import { ScreenHeading } from '../../kit/screen-heading.tsx';
import { UserMenu } from '../../kit/user-menu/user-menu.tsx';
import { useAuth } from '../../lib/auth.tsx';
import type { TabName } from './scan-state.ts';

export function ScannerHeader({ tab }: { tab: TabName }) {
  const { t } = useTranslation(['scanner', 'common']);
  const { user, role } = useAuth();
  const isSignedIn = user !== null;
  // Customers have no dashboard.
  const links =
    role === 'customer'
      ? [{ to: '/earnings', label: t('user.earnings'), icon: PaymentsOutlined }]
      : [{ to: '/dashboard', label: t('common:userMenu.dashboard'), icon: DashboardOutlined }];
  return (
    <AppBar
      position="sticky"
      color="inherit"
      elevation={0}
      sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
    >
      <Toolbar sx={{ width: '100%', maxWidth: { xs: 640, md: 800 }, mx: 'auto', minHeight: 60, gap: 1, px: 2 }}>
        {!isSignedIn && (
          // A plain link: the landing page is another document.
          <Button href="/" color="inherit" startIcon={<ArrowBack />} sx={{ ml: -1, px: 1 }}>
            {t('back')}
          </Button>
        )}
        <ScreenHeading
          title={t(`title.${tab}`)}
          sx={{ flex: 1, fontSize: '1.25rem', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        />
        {isSignedIn && <NotificationBell />}
        {isSignedIn && <UserMenu links={links} />}
      </Toolbar>
    </AppBar>
  );
}
