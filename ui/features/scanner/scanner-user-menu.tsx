import AccountCircle from '@mui/icons-material/AccountCircle';
import { Divider, IconButton, Menu, MenuItem, Typography } from '@mui/material';
import type { Role } from '@perktree/contracts/envelope';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePerson } from '../../components/use-person.ts';
import { errorText } from '../../lib/api-error.ts';
import { logOut, useAuth } from '../../lib/auth.tsx';
import { useToast } from '../../lib/toast.tsx';

/** Who is signed in, the other roles, Dashboard (which customers do not have; they get Earnings), Account, Log out. */
export function ScannerUserMenu() {
  const { t } = useTranslation(['scanner', 'common']);
  const { role, allRoles, switchRole } = useAuth();
  const person = usePerson();
  const toast = useToast();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  if (person === null) return null;
  const close = () => setAnchor(null);

  const change = async (to: Role) => {
    close();
    try {
      await switchRole(to);
    } catch (error) {
      toast({ title: t('common:userMenu.switchFailed'), description: errorText(error), variant: 'destructive' });
    }
  };

  return (
    <>
      <IconButton
        aria-label={t('common:userMenu.open')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor ? { 'aria-controls': menuId } : {})}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ mr: -1 }}
      >
        <AccountCircle fontSize="large" color="primary" />
      </IconButton>
      <Menu
        id={menuId}
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        slotProps={{ paper: { sx: { width: 280, maxWidth: 'calc(100vw - 32px)' } } }}
      >
        <li role="presentation">
          <Typography sx={{ px: 2, pt: 1, fontWeight: 600 }} noWrap>
            {person.name}
          </Typography>
          <Typography variant="body2" sx={{ px: 2, color: 'text.secondary' }} noWrap>
            {person.email}
          </Typography>
          <Typography variant="body2" sx={{ px: 2, pb: 1, color: 'text.secondary' }}>
            {person.role}
          </Typography>
        </li>
        <Divider component="li" />
        {allRoles
          .filter((held) => held !== role)
          .map((held) => (
            <MenuItem key={held} onClick={() => void change(held)}>
              {t('common:userMenu.switchTo', { role: t(`common:role.${held}`) })}
            </MenuItem>
          ))}
        {role === 'customer' ? (
          <MenuItem component={Link} to="/earnings">
            {t('user.earnings')}
          </MenuItem>
        ) : (
          <MenuItem component={Link} to="/dashboard">
            {t('common:userMenu.dashboard')}
          </MenuItem>
        )}
        <MenuItem component={Link} to="/account">
          {t('common:userMenu.account')}
        </MenuItem>
        <MenuItem onClick={logOut}>{t('common:userMenu.logout')}</MenuItem>
      </Menu>
    </>
  );
}
