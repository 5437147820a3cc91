import { Button, List, ListItem, ListItemText } from '@mui/material';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../kit/panel.tsx';
import { StatusBadge } from '../kit/status-badge.tsx';
import { useAuth } from '../lib/auth.tsx';
import { failureToast, useToast } from '../lib/toast.tsx';

export function Roles() {
  const { t } = useTranslation('account');
  const { role, allRoles, switchRole } = useAuth();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (to: Role) => switchRole(to),
    onError: failureToast(toast, t('common:userMenu.switchFailed')),
  });
  return (
    <Panel title={t('roles.title')} subtitle={allRoles.length > 1 ? t('roles.text') : undefined}>
      <List disablePadding>
        {allRoles.map((held, i) => {
          const name = t(`common:role.${held}`);
          return (
            <ListItem key={held} disableGutters divider={i < allRoles.length - 1} sx={{ gap: 2, minHeight: 60 }}>
              <ListItemText primary={name} secondary={t(`roles.of.${held}`)} />
              {held === role ? (
                <StatusBadge tone="good" label={t('roles.active')} />
              ) : (
                <Button
                  variant="outlined"
                  aria-label={t('common:userMenu.switchTo', { role: name })}
                  loading={change.isPending && change.variables === held}
                  disabled={change.isPending}
                  onClick={() => change.mutate(held)}
                  sx={{ flex: 'none' }}
                >
                  {t('roles.switch')}
                </Button>
              )}
            </ListItem>
          );
        })}
      </List>
    </Panel>
  );
}
