import Check from '@mui/icons-material/Check';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import Logout from '@mui/icons-material/Logout';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import WebhookOutlined from '@mui/icons-material/WebhookOutlined';
import { Box, Divider, ListItemIcon, ListItemText, Menu, MenuItem, Typography } from '@mui/material';
import type { Role } from '@perktree/contracts/envelope';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { logOut, useAuth } from '../../lib/auth.tsx';
import { setLanguage } from '../../lib/i18n.ts';
import { LANGUAGES } from '../../lib/public/words.ts';
import { failureToast, useToast } from '../../lib/toast.tsx';
import { LANGUAGE_NAMES } from '../language-choice.tsx';
import type { usePerson } from '../use-person.ts';

const LINK_ICONS: Readonly<Record<string, typeof Check>> = {
  '/dashboard': DashboardOutlined,
  '/earnings': PaymentsOutlined,
};

export default function OpenMenu(props: {
  id: string;
  anchor: HTMLElement;
  person: NonNullable<ReturnType<typeof usePerson>>;
  links: readonly { readonly to: string; readonly label: string }[];
  onClose: () => void;
}) {
  const { id, anchor, person, links, onClose } = props;
  const { t, i18n } = useTranslation('common');
  const { role, allRoles, switchRole } = useAuth();
  const toast = useToast();

  const change = async (to: Role) => {
    onClose();
    if (to === role) return;
    try {
      await switchRole(to);
    } catch (error) {
      failureToast(toast, t('userMenu.switchFailed'))(error);
    }
  };
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
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          {person.email}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {person.role}
        </Typography>
      </Box>
      {allRoles.length > 1 && <Divider component="li" />}
      {allRoles.length > 1 &&
        allRoles.map((held) => (
          <MenuItem
            key={held}
            selected={held === role}
            aria-label={held === role ? `${t('userMenu.role')}: ${t(`role.${held}`)}` : undefined}
            onClick={() => void change(held)}
          >
            <ListItemIcon>{held === role && <Check fontSize="small" />}</ListItemIcon>
            <ListItemText>
              {held === role ? t(`role.${held}`) : t('userMenu.switchTo', { role: t(`role.${held}`) })}
            </ListItemText>
          </MenuItem>
        ))}
      <Divider component="li" />
      {LANGUAGES.map((language) => (
        <MenuItem
          key={language}
          lang={language}
          role="menuitemradio"
          aria-checked={language === i18n.language}
          onClick={() => void setLanguage(language)}
        >
          <ListItemIcon>{language === i18n.language && <Check fontSize="small" />}</ListItemIcon>
          <ListItemText>{LANGUAGE_NAMES[language]}</ListItemText>
        </MenuItem>
      ))}
      <Divider component="li" />
      {links.map(({ to, label }) => {
        const Icon = LINK_ICONS[to];
        return (
          <MenuItem key={to} component={Link} to={to} onClick={onClose}>
            <ListItemIcon>{Icon && <Icon fontSize="small" />}</ListItemIcon>
            <ListItemText>{label}</ListItemText>
          </MenuItem>
        );
      })}
      <MenuItem component={Link} to="/account" onClick={onClose}>
        <ListItemIcon>
          <ManageAccountsOutlined fontSize="small" />
        </ListItemIcon>
        <ListItemText>{t('userMenu.account')}</ListItemText>
      </MenuItem>
      {role === 'site_owner' && (
        <MenuItem component={Link} to="/api-keys" onClick={onClose}>
          <ListItemIcon>
            <VpnKeyOutlined fontSize="small" />
          </ListItemIcon>
          <ListItemText>{t('userMenu.apiKeys')}</ListItemText>
        </MenuItem>
      )}
      {role === 'site_owner' && (
        <MenuItem component={Link} to="/webhooks" onClick={onClose}>
          <ListItemIcon>
            <WebhookOutlined fontSize="small" />
          </ListItemIcon>
          <ListItemText>{t('userMenu.webhooks')}</ListItemText>
        </MenuItem>
      )}
      <MenuItem component={Link} to="/files" onClick={onClose}>
        <ListItemIcon>
          <FolderOutlined fontSize="small" />
        </ListItemIcon>
        <ListItemText>{t('userMenu.files')}</ListItemText>
      </MenuItem>
      <MenuItem onClick={logOut}>
        <ListItemIcon>
          <Logout fontSize="small" />
        </ListItemIcon>
        <ListItemText>{t('userMenu.logout')}</ListItemText>
      </MenuItem>
    </Menu>
  );
}
