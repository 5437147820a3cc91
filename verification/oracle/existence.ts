import type { StoredEvent } from '@perktree/event-store/port';
import type { Check } from './evidence.ts';

type Data = Readonly<Record<string, unknown>>;

/** What an event names by an id, and the types whose events make such a thing. */
const MADE_BY: Readonly<Record<string, readonly string[]>> = {
  siteId: ['SiteCreated'],
  qrId: ['RootQrCreated', 'QrSplit', 'SiblingQrCreated'],
  rootQrId: ['RootQrCreated'],
  parentQrId: ['RootQrCreated', 'QrSplit', 'SiblingQrCreated'],
  scanId: ['QrScanned'],
  redemptionId: ['BenefitRedeemed'],
  payoutId: ['PayoutGenerated'],
  fundingId: ['PayoutFundingRequested'],
  invitationId: ['StaffInvited'],
  auditorId: ['AuditorInvited'],
  viewId: ['ViewAsStarted'],
  endpointId: ['WebhookEndpointCreated'],
  keyId: ['ApiKeyCreated'],
};

/** Events that come before what they name: a code is reserved for a scan, a reference is bound to a redemption. */
const BEFORE: ReadonlySet<string> = new Set(['RedemptionCodeReserved scanId', 'TillReferenceUsed redemptionId']);

/**
 * I8: what an event names was made by an earlier event, an id is made once, a redemption is of the scan's customer and QR, and
 * an entry that is paid out was earned. Shares no code with the audit, which checks more.
 */
export const existence: Check = ({ events }) => {
  const made = new Map<string, StoredEvent>();
  const entries = new Set<string>();
  return events.flatMap((event) => {
    const wrong = [...missing(event, made), ...otherScan(event, made), ...unearned(event, entries)];
    for (const key of madeIn(event)) {
      // An auditor is invited again by another link.
      if (made.has(key) && event.type !== 'AuditorInvited') wrong.push(`${key} is made again`);
      made.set(key, event);
    }
    for (const id of entriesOf(event)) entries.add(id);
    return wrong.map((line) => `${event.type} at ${event.position}: ${line}`);
  });
};

function missing({ type, data }: StoredEvent, made: ReadonlyMap<string, unknown>): string[] {
  return Object.entries(MADE_BY).flatMap(([name, types]) => {
    const id = (data as Data)[name];
    if (typeof id !== 'string' || types.includes(type) || BEFORE.has(`${type} ${name}`)) return [];
    return made.has(`${name} ${id}`) ? [] : [`${name} ${id} does not exist`];
  });
}

function otherScan({ type, data }: StoredEvent, made: ReadonlyMap<string, StoredEvent>): string[] {
  if (type !== 'BenefitRedeemed') return [];
  const redeemed = data as Data;
  const scan = made.get(`scanId ${redeemed.scanId}`)?.data as Data | undefined;
  return ['customerId', 'qrId', 'period'].flatMap((name) =>
    scan === undefined || scan[name] === redeemed[name] ? [] : [`its ${name} is not that of the scan`],
  );
}

const unearned = ({ type, data }: StoredEvent, entries: ReadonlySet<string>): string[] =>
  ['PayoutGenerated', 'BalanceWrittenOff', 'EntriesCombined'].includes(type)
    ? ((data as Data).entryIds as string[]).flatMap((id) => (entries.has(id) ? [] : [`entry ${id} was never earned`]))
    : [];

function madeIn({ type, data }: StoredEvent): string[] {
  const own = data as Data;
  const qrs = [...((own.children ?? []) as Data[]), ...(own.qr ? [own.qr as Data] : [])];
  const ids = Object.entries(MADE_BY).flatMap(([name, types]) =>
    types.includes(type) && !name.toLowerCase().endsWith('qrid') ? [`${name} ${own[name]}`] : [],
  );
  const root = type === 'RootQrCreated' ? [`rootQrId ${own.rootQrId}`] : [];
  return [...ids, ...root, ...qrs.flatMap(({ qrId }) => [`qrId ${qrId}`, `parentQrId ${qrId}`])];
}

function entriesOf({ type, data }: StoredEvent): readonly string[] {
  const { shares, awaitsConfirmation, combinedId } = data as {
    readonly shares?: readonly { readonly entryId: string }[];
    readonly awaitsConfirmation?: { readonly shares: readonly { readonly entryId: string }[] } | null;
    readonly combinedId?: string;
  };
  if (type === 'EntriesCombined') return [combinedId ?? ''];
  return [...(shares ?? []), ...(awaitsConfirmation?.shares ?? [])].map(({ entryId }) => entryId);
}
