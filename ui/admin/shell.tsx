import MenuIcon from '@mui/icons-material/Menu';
import { AppBar, Box, Drawer, IconButton, Toolbar, Typography } from '@mui/material';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../kit/loading.tsx';
import { NotificationBell } from '../kit/notifications/notification-bell.tsx';
import { UserMenu } from '../kit/user-menu/user-menu.tsx';
import { brandMobile } from '../lib/brand.ts';
import { Sidebar } from './sidebar.tsx';

/** In rem, to grow with the user's font size: otherwise long words would break. */
const SIDEBAR_WIDTH = '16.5rem';

export function Shell({ role, children }: { role: Role; children: ReactNode }) {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', '@media print': { minHeight: 0 } }}>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <Drawer
        variant="permanent"
        sx={{ display: { xs: 'none', md: 'block' }, width: SIDEBAR_WIDTH, flex: 'none' }}
        slotProps={{ paper: { sx: { width: SIDEBAR_WIDTH, borderColor: 'divider' } } }}
      >
        <Sidebar role={role} />
      </Drawer>
      <Drawer
        variant="temporary"
        open={open}
        onClose={close}
        sx={{ display: { md: 'none' } }}
        slotProps={{ paper: { 'aria-label': t('nav.label'), sx: { width: SIDEBAR_WIDTH, maxWidth: '85vw' } } }}
      >
        <Sidebar role={role} onNavigate={close} />
      </Drawer>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <AppBar
          position="sticky"
          color="inherit"
          elevation={0}
          sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
        >
          <Toolbar sx={{ minHeight: { xs: 60, md: 64 }, gap: 1, px: { xs: 1, sm: 2, md: 4 } }}>
            <IconButton
              aria-label={t('openMenu')}
              aria-expanded={open}
              onClick={() => setOpen(true)}
              sx={{ display: { md: 'none' } }}
            >
              <MenuIcon />
            </IconButton>
            <Typography variant="h2" component="p" noWrap sx={{ display: { md: 'none' }, flex: 1 }}>
              {brandMobile()}
            </Typography>
            <Box sx={{ flex: 1, display: { xs: 'none', md: 'block' } }} />
            <NotificationBell />
            <UserMenu />
          </Toolbar>
        </AppBar>
        <Box
          component="main"
          id="main"
          tabIndex={-1}
          sx={{ flex: 1, width: '100%', maxWidth: 1280, mx: 'auto', p: { xs: 2, sm: 3, md: 4 }, outline: 0 }}
        >
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </Box>
      </Box>
    </Box>
  );
}
