import {
  Avatar,
  Box,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Stack,
  Typography,
} from '@mui/material';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { BrandMark } from '../kit/brand-mark.tsx';
import { usePerson } from '../kit/use-person.ts';
import { brandDesktop } from '../lib/brand.ts';
import { navigationFor } from './navigation.ts';

export function Sidebar({ role, onNavigate }: { role: Role; onNavigate?: () => void }) {
  const items = navigationFor(role);
  const { t } = useTranslation(['shell', ...items.flatMap(({ label }) => label.match(/^(.+):/)?.[1] ?? [])]);
  const { pathname } = useLocation();
  const person = usePerson();
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
          {items.map(({ path, label, icon: Icon }) => {
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
                    primary={t(label)}
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
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {person.email}
            </Typography>
            <Typography variant="caption" noWrap component="p" sx={{ color: 'text.secondary' }}>
              {person.role}
            </Typography>
          </Box>
        </Stack>
      )}
    </Stack>
  );
}
