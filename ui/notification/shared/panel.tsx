import NotificationsNone from '@mui/icons-material/NotificationsNone';
import { Box, Button, Link, List, ListItem, Popover, Stack, Typography } from '@mui/material';
import { useId, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { EmptyState, StatusBadge } from '../../kit/page.tsx';
import { markAllRead, type Notification } from '../../lib/notification-history.ts';
import { useLocale } from '../../lib/use-locale.ts';

export interface BellEntry extends Notification {
  /** Of the site; left out: the visitor's. */
  readonly timeZone?: string;
  /** The screen where one acts. */
  readonly to?: string;
}

export interface BusinessNews {
  readonly entries: readonly BellEntry[];
  readonly hasMore: boolean;
  loadMore(): void;
  /** On every device of the account. */
  markRead(): Promise<void>;
}

interface PanelProps {
  anchor: HTMLElement;
  news: BusinessNews;
  /** What this device has shown to the account. */
  onDevice: readonly Notification[];
  onClose: () => void;
}

/** A toast stays away from it (lib/toast-area.tsx). */
const UNCOVERED: object = { 'data-uncovered': true };

export default function NotificationsPanel({ anchor, news, onDevice, onClose }: PanelProps) {
  const { t } = useLocale('notifications');
  const id = useId();
  const list: readonly BellEntry[] = [...news.entries, ...onDevice].sort((a, b) => b.at.localeCompare(a.at));
  const title = useRef<HTMLHeadingElement>(null);
  const markRead = () => {
    markAllRead();
    // A failure leaves them unread.
    news.markRead().catch(() => {});
    // The button becomes disabled, and a disabled button loses the focus.
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
        paper: {
          ...UNCOVERED,
          role: 'dialog',
          'aria-labelledby': id,
          sx: { width: 380, maxWidth: 'calc(100vw - 32px)', p: 2 },
        },
      }}
    >
      <Typography id={id} ref={title} tabIndex={-1} variant="h2" sx={{ outline: 0 }}>
        {t('title')}
      </Typography>
      <Button disabled={list.every(({ isRead }) => isRead)} onClick={markRead} sx={{ px: 1, ml: -1 }}>
        {t('markRead')}
      </Button>
      {list.length === 0 ? (
        <EmptyState icon={<NotificationsNone />} title={t('empty')} text={t('emptyText')} />
      ) : (
        <List disablePadding tabIndex={0} aria-labelledby={id} sx={{ mt: 1, maxHeight: '60dvh', overflowY: 'auto' }}>
          {list.map((entry, i) => (
            <Row key={entry.id} entry={entry} divider={i < list.length - 1} onFollow={onClose} />
          ))}
          {news.hasMore && (
            <ListItem disableGutters>
              <Button onClick={news.loadMore}>{t('more')}</Button>
            </ListItem>
          )}
        </List>
      )}
    </Popover>
  );
}

function Row({ entry, divider, onFollow }: { entry: BellEntry; divider: boolean; onFollow: () => void }) {
  const { t, format } = useLocale('notifications');
  const { title, text, destructive, isRead, at, lang, timeZone, to } = entry;
  const color = destructive ? 'error.main' : 'text.primary';
  return (
    <ListItem disableGutters divider={divider} sx={{ display: 'block', py: 1.25 }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box lang={lang} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: isRead ? 500 : 700, color }}>
            {to === undefined ? (
              title
            ) : (
              <Link
                component={RouterLink}
                to={to}
                onClick={onFollow}
                color="inherit"
                sx={{ display: 'block', py: 0.5 }}
              >
                {title}
              </Link>
            )}
          </Typography>
          {text && <Typography variant="body2">{text}</Typography>}
        </Box>
        {!isRead && <StatusBadge tone="good" label={t('new')} />}
      </Stack>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        <time dateTime={at}>{format.dateTime(at, timeZone)}</time>
        {timeZone !== undefined && ` · ${timeZone}`}
      </Typography>
    </ListItem>
  );
}
