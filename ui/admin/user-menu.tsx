import Check from '@mui/icons-material/Check';
import Logout from '@mui/icons-material/Logout';
import ManageAccountsOutlined from '@mui/icons-material/ManageAccountsOutlined';
import {
  Avatar,
  Box,
  Divider,
  IconButton,
  ListItemIcon,
  ListItemText,
  Menu,
  MenuItem,
  Typography,
} from '@mui/material';
import type { Role } from '@perktree/contracts/envelope';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LanguageChoice } from '../components/language-choice.tsx';
import { usePerson } from '../components/use-person.ts';
import { errorText } from '../lib/api-error.ts';
import { logOut, useAuth } from '../lib/auth.tsx';
import { useToast } from '../lib/toast.tsx';

/** The profile dropdown: who is signed in, the active role, the language, Account, Log out. */
export function UserMenu() {
  const { t } = useTranslation('common');
  const { role, allRoles, switchRole } = useAuth();
  const person = usePerson();
  const toast = useToast();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (person === null) return null;

  const change = async (to: Role) => {
    setAnchor(null);
    if (to === role) return;
    try {
      await switchRole(to);
    } catch (error) {
      toast({ title: t('userMenu.switchFailed'), description: errorText(error), variant: 'destructive' });
    }
  };
  return (
    <>
      <IconButton
        aria-label={t('userMenu.open')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor ? { 'aria-controls': id } : {})}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar sx={{ width: 34, height: 34, bgcolor: 'primary.main', fontSize: '0.875rem', fontWeight: 600 }}>
          {person.initials}
        </Avatar>
      </IconButton>
      <Menu
        id={id}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
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
        <Box component="li" role="presentation" sx={{ px: 2, py: 1 }}>
          <LanguageChoice />
        </Box>
        <Divider component="li" />
        <MenuItem component={Link} to="/account" onClick={() => setAnchor(null)}>
          <ListItemIcon>
            <ManageAccountsOutlined fontSize="small" />
          </ListItemIcon>
          <ListItemText>{t('userMenu.account')}</ListItemText>
        </MenuItem>
        <MenuItem onClick={logOut}>
          <ListItemIcon>
            <Logout fontSize="small" />
          </ListItemIcon>
          <ListItemText>{t('userMenu.logout')}</ListItemText>
        </MenuItem>
      </Menu>
    </>
  );
}
