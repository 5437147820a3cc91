import type { DigestFigures } from '@perktree/contracts/dashboard/weekly-digest';
import type { MailData, MailKind } from '@perktree/contracts/notification/mail';

/** The data of a mail of a kind, with a text where it has one. */
export function dataOf(kind: MailKind, text: string): MailData {
  if (kind === 'verify_address' || kind === 'reset_password' || kind === 'weekly_digest') return {};
  if (kind === 'plan_limit_near') return { quota: 'activeQrs', used: '8', limit: '10' };
  if (kind === 'qr_expiring') return { site: text, qrs: text, others: '2', expiresAt: '2026-07-05T10:00:00.000Z' };
  if (kind === 'webhook_disabled') return { cause: 'failing', host: text };
  if (kind === 'chain_head') return { events: '120', signedAt: '2026-07-05T10:00:00.000Z', head: '{"events":120}' };
  if (kind === 'security_notice') return { notice: 'api_key_created' };
  if (kind === 'invite_staff' || kind === 'invite_distributor') return { site: text, inviter: text };
  if (kind === 'invite_auditor') return { site: text, inviter: text, lastDay: '2026-06-30', timeZone: 'Europe/Madrid' };
  return { site: text, amount: '12.50', currency: 'EUR' };
}

/** The figures of a mail of a kind, with a text as the name of a site. */
export function figuresOf(kind: MailKind, text: string): DigestFigures | null {
  if (kind !== 'weekly_digest') return null;
  const amounts = [
    { currency: 'EUR', sales: '1234.50', commission: '61.73' },
    { currency: 'USD', sales: '8.00', commission: '0.40' },
  ] as const;
  return {
    ...{ from: '2026-11-16', to: '2026-11-22' },
    business: { sites: [{ name: text, scans: 1200, redemptions: 34, amounts }], otherSites: 2, flags: 1 },
    distributor: {
      redemptions: 3,
      commission: [{ currency: 'EUR', amount: '4.20' }],
      owed: [
        { currency: 'EUR', amount: '12.00' },
        { currency: 'USD', amount: '-3.00' },
      ],
    },
  };
}
