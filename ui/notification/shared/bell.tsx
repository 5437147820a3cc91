import NotificationsNone from '@mui/icons-material/NotificationsNone';
import { Box, IconButton } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { NotificationAnswer, NotificationKind } from '@perktree/contracts/notification/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { onDemand } from '../../kit/on-demand.tsx';
import { callApi } from '../../lib/api.ts';
import { useAuth } from '../../lib/auth.tsx';
import { onNotifications, pastNotifications } from '../../lib/notification-history.ts';
import { serverNow } from '../../lib/public/time.ts';
import { type ItemOf, useApiPages } from '../../lib/use-api.ts';
import { isolated, useLocale } from '../../lib/use-locale.ts';
import type { BellEntry, BusinessNews } from './panel.tsx';

/** What happened to the business, for owners, or to the QRs and payouts of a distributor: the same on every device. */
function useBusinessNews(): BusinessNews {
  const { role, user } = useAuth();
  const client = useQueryClient();
  const textOf = useTexts(role === 'site_owner');
  const list = useApiPages(
    calls.notifications,
    {},
    {
      enabled: role === 'site_owner' || role === 'distributor',
      keepsAllPages: true,
      // What another device has marked as read meanwhile.
      refetchOnWindowFocus: true,
    },
  );
  const { queryKey, items = [], hasMore, loadMore } = list;
  return {
    hasMore,
    loadMore,
    entries: items.map(textOf),
    async markRead() {
      const [newest] = items;
      // A superadmin who views the product as another person changes nothing.
      if (newest === undefined || items.every(({ isRead }) => isRead) || user?.viewedUntil) return;
      await callApi(calls.markNotificationsRead, { body: { readUntil: newest.at } });
      await client.invalidateQueries({ queryKey });
    },
  };
}

type News = ItemOf<typeof calls.notifications>;

const FAILURES: readonly NotificationKind[] = ['payout_failed', 'payout_returned'];

function useTexts(isOwner: boolean): (news: News) => BellEntry {
  const { t, format } = useLocale('notifications');

  return (news) => {
    const { id, at, kind, isRead, timeZone, expiresAtUtc: end, count, amount, currency } = news;
    const hasEnded = end !== null && Date.parse(end) <= serverNow();
    const values = {
      count,
      site: isolated(news.siteName),
      qr: isolated(news.qrName ?? ''),
      person: isolated(news.personName ?? ''),
      when: end && format.dateTime(end, timeZone),
      amount: amount && currency && format.money(amount, currency),
    };
    const [title, text] = end === null ? [kind, kind] : [hasEnded ? 'ended' : 'ending', 'ends'];
    const reader = isOwner ? 'owner' : 'distributor';
    return {
      id,
      at,
      isRead,
      timeZone,
      title: t(`${reader}.${title}`, values),
      text: t([`${reader}.text.${text}`, 'text'], values),
      destructive: hasEnded || FAILURES.includes(kind),
      to: isOwner ? ownersScreen(news) : distributorsScreen(news),
    };
  };
}

const ofQr = (name: string | null) => (name === null ? '' : `q=${encodeURIComponent(name)}`);

function ownersScreen({ kind, siteId, qrName }: NotificationAnswer): string {
  if (kind === 'staff_joined') return '/sites';
  if (kind.startsWith('payout')) return `/payouts?site=${siteId}`;
  return `/qr-management?site=${siteId}&${ofQr(qrName)}`;
}

function distributorsScreen({ kind, qrName }: NotificationAnswer): string {
  return kind.startsWith('payout') ? '/payouts' : `/qr-management?${ofQr(qrName)}`;
}

const Panel = onDemand(() => import('./panel.tsx'));

export default function Bell() {
  const { t } = useLocale('notifications');
  const news = useBusinessNews();
  const onDevice = useSyncExternalStore(onNotifications, pastNotifications);
  const unread = [...news.entries, ...onDevice].filter(({ isRead }) => !isRead).length;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        aria-label={t('open', { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ position: 'relative' }}
      >
        <NotificationsNone />
        {unread > 0 && (
          <Box
            component="span"
            aria-hidden="true"
            sx={{
              position: 'absolute',
              top: 4,
              right: 2,
              minWidth: 18,
              px: 0.5,
              borderRadius: '9px',
              bgcolor: 'error.main',
              color: 'error.contrastText',
              fontSize: '0.6875rem',
              fontWeight: 700,
              lineHeight: '18px',
            }}
          >
            {unread}
          </Box>
        )}
      </IconButton>
      {anchor && <Panel anchor={anchor} news={news} onDevice={onDevice} onClose={() => setAnchor(null)} />}
    </>
  );
}
