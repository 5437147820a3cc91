import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import ApprovalOutlined from '@mui/icons-material/ApprovalOutlined';
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import QrCodeScannerOutlined from '@mui/icons-material/QrCodeScannerOutlined';
import StorageOutlined from '@mui/icons-material/StorageOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import {
  AppBar,
  Avatar,
  Box,
  Drawer,
  IconButton,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Stack,
  Toolbar,
  Typography,
} from '@mui/material';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { BrandMark } from '../kit/brand-mark.tsx';
import { FULL_HEIGHT, Loading } from '../kit/loading.tsx';
import { usePerson } from '../kit/use-site.ts';
import { UserMenu } from '../kit/user-menu/user-menu.tsx';
import { brandDesktop, brandMobile } from '../lib/brand.ts';
import { NotificationBell } from '../notification/shared/notification-bell.tsx';

const ICONS = {
  approval: ApprovalOutlined,
  card: CreditCardOutlined,
  checks: FactCheckOutlined,
  dashboard: DashboardOutlined,
  headset: SupportAgentOutlined,
  history: HistoryOutlined,
  list: ListAltOutlined,
  payments: PaymentsOutlined,
  scanner: QrCodeScannerOutlined,
  shield: VerifiedUserOutlined,
  shop: StorefrontOutlined,
  storage: StorageOutlined,
  tree: AccountTreeOutlined,
  wallet: AccountBalanceWalletOutlined,
} as const;

export interface MenuItem {
  readonly path: string;
  /** Key in the catalogue `shell`, or `<catalogue>:<key>`. */
  readonly text: string;
  readonly icon: keyof typeof ICONS;
}

interface MenuProps {
  readonly menu: readonly MenuItem[];
}

function Sidebar({ menu, onNavigate }: MenuProps & { onNavigate?: () => void }) {
  const { t } = useTranslation(['shell', ...menu.flatMap(({ text }) => text.match(/^(.+):/)?.[1] ?? [])]);
  const { pathname } = useLocation();
  const person = usePerson();
  const at = person?.email.lastIndexOf('@');
  return (
    <Stack component="nav" aria-label={t('nav.label')} sx={{ height: '100%', minHeight: 0 }}>
      {/* The server puts the logo of a brand here (apps/parts/ui/page-brand.ts). */}
      <Stack
        className="account-brand"
        direction="row"
        spacing={1.25}
        sx={{ px: 2.5, height: 64, flex: 'none', alignItems: 'center' }}
      >
        <BrandMark />
        <Typography variant="h2" component="p" noWrap>
          {brandDesktop()}
        </Typography>
      </Stack>
      <Box sx={{ flex: 1, overflowY: 'auto', px: 1.5, py: 1 }}>
        <List disablePadding>
          {menu.map(({ path, text, icon }) => {
            const Icon = ICONS[icon];
            const exactly = pathname === path || (path === '/' && pathname === '/dashboard');
            const here = exactly || (path !== '/' && pathname.startsWith(`${path}/`));
            return (
              <ListItem key={path} disablePadding sx={{ mb: 0.5 }}>
                <ListItemButton
                  component={Link}
                  to={path}
                  selected={here}
                  {...(here ? { 'aria-current': exactly ? 'page' : true } : {})}
                  {...(onNavigate ? { onClick: onNavigate } : {})}
                  sx={{
                    borderRadius: '10px',
                    '&.Mui-selected': { bgcolor: 'primary.light', color: 'primary.dark' },
                    '&.Mui-selected:hover': { bgcolor: 'primary.light' },
                  }}
                >
                  <ListItemIcon sx={{ minWidth: 40, color: 'inherit' }}>
                    <Icon />
                  </ListItemIcon>
                  <ListItemText
                    primary={t(text)}
                    slotProps={{ primary: { sx: { fontWeight: here ? 650 : 500, fontSize: '0.9375rem' } } }}
                  />
                </ListItemButton>
              </ListItem>
            );
          })}
        </List>
      </Box>
      {person && (
        <Stack
          direction="row"
          spacing={1.5}
          sx={{ flex: 'none', alignItems: 'center', p: 2, borderTop: 1, borderColor: 'divider' }}
        >
          <Avatar
            sx={{
              bgcolor: 'primary.light',
              color: 'primary.dark',
              fontWeight: 600,
              fontSize: '0.9375rem',
              width: '2.75rem',
              height: '2.75rem',
            }}
          >
            {person.initials}
          </Avatar>
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" noWrap sx={{ fontWeight: 650 }}>
              {person.name}
            </Typography>
            <Typography variant="note">
              {/* A long address breaks here rather than in a word. */}
              {person.email.slice(0, at)}
              <wbr />
              {person.email.slice(at)}
            </Typography>
            <Typography variant="note" noWrap>
              {person.role}
            </Typography>
          </Box>
        </Stack>
      )}
    </Stack>
  );
}

/** In rem, to grow with the user's font size: otherwise long words would break. */
const SIDEBAR_WIDTH = '16.5rem';

/**
 * A bar at the top while the next screen loads: the screen before stays until then.
 * @param props.shown path of the screen; also the key, so that its bar ends with it
 */
function ScreenProgress({ shown }: { shown: string }) {
  const { t } = useTranslation('common');
  const [asked, setAsked] = useState(shown);
  useEffect(() => {
    // The address changes at once, before this hears of the click, and the router's location together with the screen.
    const note = () => setAsked(window.location.pathname);
    const until = new AbortController();
    for (const event of ['click', 'popstate']) window.addEventListener(event, note, { signal: until.signal });
    return () => until.abort();
  }, []);
  if (asked === shown) return null;
  return <div className="screen-progress" role="progressbar" aria-label={t('loading')} />;
}

export function Shell({ menu, children }: MenuProps & { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Box sx={{ display: 'flex', ...FULL_HEIGHT }}>
      <ScreenProgress key={pathname} shown={pathname} />
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <Drawer
        variant="permanent"
        sx={{ display: { xs: 'none', md: 'block' }, width: SIDEBAR_WIDTH, flex: 'none' }}
        slotProps={{ paper: { sx: { width: SIDEBAR_WIDTH, borderColor: 'divider' } } }}
      >
        <Sidebar menu={menu} />
      </Drawer>
      <Drawer
        variant="temporary"
        open={open}
        onClose={close}
        sx={{ display: { md: 'none' } }}
        slotProps={{ paper: { 'aria-label': t('nav.label'), sx: { width: SIDEBAR_WIDTH, maxWidth: '85vw' } } }}
      >
        <Sidebar menu={menu} onNavigate={close} />
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
