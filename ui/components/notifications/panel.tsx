import NotificationsNone from '@mui/icons-material/NotificationsNone';
import { Box, Button, List, ListItem, Popover, Stack, Typography } from '@mui/material';
import { useId, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/format.ts';
import {
  clearNotifications,
  markAllRead,
  type Notification,
  notifications,
  onNotifications,
} from '../../lib/notification-history.ts';
import { EmptyState } from '../empty-state.tsx';
import { StatusBadge } from '../status-badge.tsx';

export default function NotificationsPanel({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const { t } = useTranslation('notifications');
  const id = useId();
  const list = useSyncExternalStore(onNotifications, notifications);
  const title = useRef<HTMLHeadingElement>(null);
  /** Moves the focus before the button becomes disabled, because a disabled button loses the focus. */
  const act = (action: () => void) => () => {
    action();
    title.current?.focus();
  };
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': id, sx: { width: 380, maxWidth: 'calc(100vw - 32px)', p: 2 } },
      }}
    >
      <Typography id={id} ref={title} tabIndex={-1} variant="h2" sx={{ outline: 0 }}>
        {t('title')}
      </Typography>
      <Stack direction="row" spacing={1} sx={{ ml: -1 }}>
        <Button disabled={list.every(({ isRead }) => isRead)} onClick={act(markAllRead)} sx={{ px: 1 }}>
          {t('markRead')}
        </Button>
        <Button disabled={list.length === 0} onClick={act(clearNotifications)} sx={{ px: 1 }}>
          {t('clear')}
        </Button>
      </Stack>
      {list.length === 0 ? (
        <EmptyState icon={<NotificationsNone />} title={t('empty')} text={t('emptyText')} />
      ) : (
        <List disablePadding tabIndex={0} aria-labelledby={id} sx={{ mt: 1, maxHeight: '60dvh', overflowY: 'auto' }}>
          {list.map((notification, i) => (
            <Row key={notification.id} notification={notification} divider={i < list.length - 1} />
          ))}
        </List>
      )}
    </Popover>
  );
}

function Row({ notification, divider }: { notification: Notification; divider: boolean }) {
  const { t, i18n } = useTranslation('notifications');
  const { title, text, destructive, isRead, at, lang } = notification;
  return (
    <ListItem disableGutters divider={divider} sx={{ display: 'block', py: 1.25 }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box lang={lang} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: isRead ? 500 : 700, color: destructive ? 'error.main' : 'text.primary' }}>
            {title}
          </Typography>
          {text && <Typography variant="body2">{text}</Typography>}
        </Box>
        {!isRead && <StatusBadge tone="good" label={t('new')} />}
      </Stack>
      <Typography component="time" dateTime={at} variant="caption" sx={{ color: 'text.secondary' }}>
        {formatDateTime(at, i18n.language)}
      </Typography>
    </ListItem>
  );
}
