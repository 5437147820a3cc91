import { isIP } from 'node:net';
import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import type { NewMail } from '@perktree/contracts/notification/mail';
import type { Quota } from '@perktree/contracts/subscription/plans';

/** A label that someone has chosen as a name, such as `hooks` or `eu-west`. */
const NAME = /^[a-z][a-z-]{0,11}$/;
/** Labels at the end that a registry knows of: they are no secret. */
const REGISTERED_LABELS = 2;

/**
 * The host of an address, for a mail. Null: it may be a secret. Some receivers, such as request bins, put a token into the
 * host, so only hosts whose subdomains are plain words are shown. Never the path, the query, a user or the port.
 */
export function shownHost(url: string): string | null {
  const { hostname } = new URL(url);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return hostname;
  const subdomains = hostname.split('.').slice(0, -REGISTERED_LABELS);
  return subdomains.every((label) => NAME.test(label)) ? hostname : null;
}

/** From this share of a plan's limit on, its owner gets a mail. */
const NEAR_LIMIT = 0.8;
/** The first site of the Free plan, which allows one, is no news. */
const MIN_LIMIT = 2;

/** QRs that a mail names; it counts the others. */
const MAX_NAMES = 10;

export interface EventLookups {
  /** Null: not known yet. */
  site(siteId: string): Promise<{ readonly name: string; readonly timeZone: string } | null>;
  /** What a business uses of its plan now. `limit` null: no limit. */
  planUse(tenantId: string, quota: Quota): Promise<{ readonly used: number; readonly limit: number | null }>;
  /** Where a webhook endpoint receives messages. Null: it was removed. */
  endpointUrl(tenantId: string, endpointId: string): Promise<string | null>;
}

export const MAILED_EVENTS: ReadonlySet<string> = new Set([
  ...(['QrClaimed', 'PayoutGenerated', 'PayoutPaid', 'PayoutFailed', 'QuotaReserved'] as const),
  ...(['PayoutReturned', 'PayoutFundingFailed'] as const),
  ...(['WebhookEndpointDisabled', 'ExpiryWarned'] as const),
]);

const PAYOUT_KINDS = {
  PayoutGenerated: 'payout_generated',
  PayoutPaid: 'payout_paid',
  PayoutReturned: 'payout_returned',
} as const;

/** A site of the event is not known yet: its events are mailed once the read model has it. */
export class UnknownSite extends Error {
  override readonly name = 'UnknownSite';
}

/** @throws UnknownSite */
export async function mailOfEvent(eventId: string, event: AnyEvent, lookups: EventLookups): Promise<NewMail | null> {
  const id = `event-${eventId}`;
  const siteOf = async (siteId: string) => {
    const found = await lookups.site(siteId);
    if (found === null) throw new UnknownSite(`site ${siteId} is not in the read model yet`);
    return found;
  };
  const site = async (siteId: string) => (await siteOf(siteId)).name;
  switch (event.type) {
    case 'QrClaimed': {
      const { siteId, distributorId } = event.data;
      return { id, kind: 'claim_confirmed', to: { userId: distributorId }, data: { site: await site(siteId), siteId } };
    }
    case 'PayoutGenerated':
    case 'PayoutReturned':
    case 'PayoutPaid': {
      const { siteId, distributorId, amount, currency } = event.data;
      const kind = PAYOUT_KINDS[event.type];
      return { id, kind, to: { userId: distributorId }, data: { site: await site(siteId), siteId, amount, currency } };
    }
    case 'PayoutFundingFailed':
      return { id, kind: 'payout_charge_failed', to: { tenantId: event.data.tenantId }, data: {} };
    case 'PayoutFailed': {
      const { siteId, distributorId, reason } = event.data;
      const kind = reason === 'not_collected' ? 'payout_not_collected' : 'payout_failed';
      return { id, kind, to: { userId: distributorId }, data: { site: await site(siteId), siteId } };
    }
    case 'ExpiryWarned': {
      const { siteId, tenantId, qrs } = event.data;
      const [first] = qrs;
      const { name: site, timeZone } = await siteOf(siteId);
      const data = {
        site,
        timeZone,
        qrs: qrs
          .slice(0, MAX_NAMES)
          .map(({ name }) => name)
          .join('\n'),
        others: String(Math.max(0, qrs.length - MAX_NAMES)),
        expiresAt: first?.expiresAt ?? '',
      };
      return { id, kind: 'qr_expiring', to: { tenantId }, data };
    }
    case 'QuotaReserved': {
      const { tenantId, quota, items } = event.data;
      const { used, limit } = await lookups.planUse(tenantId, quota);
      if (limit === null || limit < MIN_LIMIT || used < limit * NEAR_LIMIT) return null;
      return {
        // Once for each limit, as long as the mail is kept; of redemptions, which lapse at the end of the month, in each month.
        id: ['plan-limit', tenantId, quota, limit, ...(quota === 'redemptions' ? [items[0]?.until] : [])].join('-'),
        kind: 'plan_limit_near',
        to: { tenantId },
        data: { quota, used: String(used), limit: String(limit) },
      };
    }
    case 'WebhookEndpointDisabled': {
      const { tenantId, endpointId, reason } = event.data;
      const url = await lookups.endpointUrl(tenantId, endpointId);
      if (url === null) return null;
      const host = shownHost(url);
      return {
        id,
        kind: 'webhook_disabled',
        to: { tenantId },
        data: { cause: reason, ...(host !== null && { host }) },
      };
    }
    default:
      return null;
  }
}
