import Check from '@mui/icons-material/Check';
import FingerprintOutlined from '@mui/icons-material/FingerprintOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import Logout from '@mui/icons-material/Logout';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import {
  Box,
  Divider,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  type MenuItemProps,
  Typography,
} from '@mui/material';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { LANGUAGE_NAMES, LANGUAGES } from '@perktree/contracts/kernel/languages';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { logOut, useAuth } from '../../lib/auth.tsx';
import { setLanguage } from '../../lib/i18n.ts';
import { printPage } from '../../lib/printing.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';
import { useLocale } from '../../lib/use-locale.ts';
import type { usePerson } from '../use-site.ts';

export interface MenuLink {
  readonly to: string;
  readonly label: string;
  readonly icon: typeof Check;
}

export default function OpenMenu(props: {
  id: string;
  anchor: HTMLElement;
  person: NonNullable<ReturnType<typeof usePerson>>;
  links: readonly MenuLink[];
  onClose: () => void;
}) {
  const { id, anchor, person, links, onClose } = props;
  const { t, language } = useLocale(['common', 'print']);
  const { role, allRoles, switchRole } = useAuth();
  const toast = useToast();
  const client = useQueryClient();

  const change = async (to: Role) => {
    onClose();
    if (to === role) return;
    try {
      await switchRole(to);
    } catch (error) {
      failureToast(toast, t('userMenu.switchFailed'))(error);
    }
  };
  const screens = [
    ...links,
    { to: '/account', label: t('userMenu.account'), icon: ManageAccountsOutlined },
    ...(role === 'site_owner'
      ? [
          { to: '/api-keys', label: t('userMenu.apiKeys'), icon: VpnKeyOutlined },
          { to: '/webhooks', label: t('userMenu.webhooks'), icon: WebhookOutlined },
        ]
      : []),
    ...(role === 'site_owner' || role === 'superadmin'
      ? [{ to: '/auditors', label: t('userMenu.auditors'), icon: VerifiedUserOutlined }]
      : []),
    ...(role === 'site_owner' || role === 'superadmin' || role === 'auditor'
      ? [{ to: '/audit/heads', label: t('userMenu.heads'), icon: FingerprintOutlined }]
      : []),
    { to: '/files', label: t('userMenu.files'), icon: FolderOutlined },
  ];
  return (
    <Menu
      id={id}
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ paper: { sx: { width: 288, maxWidth: 'calc(100vw - 32px)' } } }}
    >
      <Box component="li" role="presentation" sx={{ px: 2, py: 1, outline: 0 }}>
        <Typography variant="h3" component="p" noWrap>
          {person.name}
        </Typography>
        <Typography variant="quiet" noWrap>
          {person.email}
        </Typography>
        <Typography variant="quiet">{person.role}</Typography>
      </Box>
      {allRoles.length > 1 && <Divider component="li" />}
      {allRoles.length > 1 &&
        allRoles.map((held) => (
          <Entry
            key={held}
            icon={held === role && <Check fontSize="small" />}
            label={held === role ? t(`role.${held}`) : t('userMenu.switchTo', { role: t(`role.${held}`) })}
            selected={held === role}
            aria-label={held === role ? `${t('userMenu.role')}: ${t(`role.${held}`)}` : undefined}
            onClick={() => void change(held)}
          />
        ))}
      <Divider component="li" />
      {LANGUAGES.map((offered) => (
        <Entry
          key={offered}
          icon={offered === language && <Check fontSize="small" />}
          label={LANGUAGE_NAMES[offered]}
          lang={offered}
          role="menuitemradio"
          aria-checked={offered === language}
          onClick={() => void setLanguage(offered)}
        />
      ))}
      <Divider component="li" />
      {screens.map(({ to, label, icon: Icon }) => (
        <Entry key={to} icon={<Icon fontSize="small" />} label={label} component={Link} to={to} onClick={onClose} />
      ))}
      <Entry
        icon={<PrintOutlined fontSize="small" />}
        label={t('print:action')}
        onClick={() => {
          onClose();
          void printPage(client);
        }}
      />
      <Entry icon={<Logout fontSize="small" />} label={t('userMenu.logout')} onClick={() => logOut()} />
    </Menu>
  );
}

type EntryProps = MenuItemProps & { icon: ReactNode; label: string; component?: typeof Link; to?: string };

const Entry = ({ icon, label, ...item }: EntryProps) => (
  <MenuItem {...item}>
    <ListItemIcon>{icon}</ListItemIcon>
    <ListItemText>{label}</ListItemText>
  </MenuItem>
);
