import { calls } from '@perktree/contracts/catalogue/calls';
import { isolated } from '@perktree/contracts/kernel/isolated';
import type { NotificationAnswer, NotificationKind } from '@perktree/contracts/notification/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../lib/api.ts';
import { useAuth } from '../../lib/auth.tsx';
import { formatDateTime, formatMoney } from '../../lib/format.ts';

import { serverNow } from '../../lib/public/server-time.ts';
import { type ItemOf, useApiPages } from '../../lib/use-api.ts';

/** A line of the bell. */
export interface BellEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly title: string;
  readonly text?: string | undefined;
  readonly destructive: boolean;
  readonly isRead: boolean;
  /** Language of the texts, if it is not the page's. */
  readonly lang?: string | undefined;
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

/** What happened to the business, for owners, or to the QRs and payouts of a distributor: the same on every device. */
export function useBusinessNews(): BusinessNews {
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
  const { t, i18n } = useTranslation('notifications');
  const { language } = i18n;
  return (news) => {
    const { id, at, kind, isRead, timeZone, expiresAtUtc: end, count, amount, currency } = news;
    const hasEnded = end !== null && Date.parse(end) <= serverNow();
    const values = {
      count,
      site: isolated(news.siteName),
      qr: isolated(news.qrName ?? ''),
      person: isolated(news.personName ?? ''),
      when: end && formatDateTime(end, language, timeZone),
      amount: amount && currency && formatMoney(amount, currency, language),
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
