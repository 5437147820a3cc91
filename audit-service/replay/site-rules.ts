import { apiKeyEvents } from '@perktree/contracts/api-key/events';
import type { EventData, EventType, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { CLOCK_DISORDER_MS } from '@perktree/contracts/kernel/durations';
import type { Currency } from '@perktree/contracts/kernel/money';
import type { ZoneChange } from '@perktree/contracts/kernel/time-zone';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import { BlockedOwners } from '../blocked-owners.ts';
import { zoneChangesIn } from '../month-close/close-month.ts';
import { isOf } from '../stream-history.ts';
import { textIn } from '../text-in.ts';
import type { Findings } from './finding.ts';
import { HashSet } from './hash-set.ts';

interface InForce {
  readonly rules: SiteConfiguration;
  /** In milliseconds; infinite while nothing has replaced it. */
  until: number;
}

interface SiteThen {
  readonly siteId: string;
  readonly tenantId: string;
  readonly ownerId: string;
  readonly currency: Currency;
  /** Oldest first. */
  readonly history: InForce[];
  readonly blocked: BlockedOwners;
  readonly invitations: Map<string, 'open' | 'withdrawn' | 'used'>;
  /** Staff by user id, with the end of the work in milliseconds; infinite while it lasts. */
  readonly staff: Map<string, number>;
  /** Milliseconds; infinite while it is active. */
  stoppedAt: number;
}

interface KeyThen {
  readonly tenantId: string;
  readonly siteIds: readonly string[] | null;
  /** Milliseconds. */
  endsAt: number;
}

const isType = <T extends EventType>(event: RecordedEvent, ...types: readonly T[]): event is RecordedEvent<T> =>
  types.some((type) => event.fact.type === type);

/** The sites with the history of their configurations, who worked there, and the API keys of their businesses. */
export class SiteRulesHistory {
  private readonly sites = new Map<string, SiteThen>();
  private readonly keys = new Map<string, KeyThen>();
  private readonly pairings = new Map<string, string>();
  private readonly invitationIds = new HashSet();

  get size(): number {
    return this.sites.size;
  }

  find(siteId: string): SiteThen | undefined {
    return this.sites.get(siteId);
  }

  /** The time zones that a site has had, oldest first. */
  zonesOf(siteId: string): readonly ZoneChange[] {
    const history = this.sites.get(siteId)?.history ?? [];
    return zoneChangesIn(history.map(({ rules }, n) => ({ zone: rules.timeZone, since: history[n - 1]?.until ?? 0 })));
  }

  /** An event that names a site names one that was created, and the business of that site. */
  checkPlace(event: RecordedEvent, findings: Findings): void {
    const [siteId, tenantId] = [textIn(event.fact.data, 'siteId'), textIn(event.fact.data, 'tenantId')];
    if (siteId === null || event.fact.type === 'SiteCreated') return;
    const site = this.sites.get(siteId);
    if (site === undefined) findings.note('site of an event', 'a site that was created', siteId);
    else if (tenantId !== null) findings.equal('business of an event', site.tenantId, tenantId);
  }

  /** A site that had been stopped for longer than a command takes does not redeem, and its QRs are not scanned or claimed. */
  checkActive(siteId: string, at: number, findings: Findings): void {
    const stoppedAt = this.sites.get(siteId)?.stoppedAt ?? Number.POSITIVE_INFINITY;
    findings.equal('site is active', true, stoppedAt >= at - CLOCK_DISORDER_MS);
  }

  /** Customers redeem by themselves; the owner, the staff and the tills of the site confirm by code or token. */
  checkConfirmer(
    data: Pick<EventData<'BenefitRedeemed'>, 'siteId' | 'customerId' | 'confirmedVia' | 'confirmedBy'>,
    at: number,
    findings: Findings,
  ): void {
    const { siteId, confirmedVia, confirmedBy, customerId } = data;
    if (confirmedVia === 'self') findings.equal('customer who redeems', customerId, confirmedBy);
    else if (!this.mayConfirm(siteId, confirmedBy, at)) {
      findings.note('confirmed by a person', 'the owner, staff or a till of the site', confirmedBy);
    }
  }

  mayConfirm(siteId: string, id: string, at: number): boolean {
    const site = this.sites.get(siteId);
    if (site === undefined) return false;
    const key = this.keys.get(id);
    const isKey = key?.tenantId === site.tenantId && (key.siteIds?.includes(siteId) ?? true);
    const until = isKey ? key.endsAt : (site.staff.get(id) ?? Number.NEGATIVE_INFINITY);
    return id === site.ownerId || until >= at - CLOCK_DISORDER_MS;
  }

  apply(event: RecordedEvent, findings: Findings): void {
    const { type, data } = event.fact;
    const site = this.sites.get(textIn(data, 'siteId') ?? '');
    if (isOf(event, 'SiteCreated')) this.create(event.fact.data, findings);
    else if (Object.hasOwn(apiKeyEvents, type)) this.applyKey(event, findings);
    else if (site !== undefined) change(site, event, this.invitationIds, findings);
  }

  private create(data: EventData<'SiteCreated'>, findings: Findings): void {
    const { siteId, tenantId, ownerId, currency, configuration } = data;
    if (this.sites.has(siteId)) findings.note('site of an id', 'one', `another ${siteId}`);
    this.sites.set(siteId, {
      siteId,
      tenantId,
      ownerId,
      currency,
      blocked: new BlockedOwners(),
      invitations: new Map(),
      staff: new Map(),
      stoppedAt: Number.POSITIVE_INFINITY,
      history: [{ rules: configuration, until: Number.POSITIVE_INFINITY }],
    });
  }

  private applyKey(event: RecordedEvent, findings: Findings): void {
    const at = Date.parse(event.metadata.recordedAt);
    if (isOf(event, 'DevicePairingOpened')) {
      this.pairings.set(event.fact.data.pairingId, event.fact.data.tenantId);
    } else if (isOf(event, 'DevicePairingClosed')) this.closePairing(event.fact.data, findings);
    else if (isOf(event, 'ApiKeyRevoked')) this.endKey(event.fact.data.keyId, at, findings);
    else if (isOf(event, 'ApiKeyCreated')) {
      const { keyId, tenantId, siteIds, expiresAt, replaces, replacedUntil, pairingId } = event.fact.data;
      if (this.keys.has(keyId)) findings.note('API key of an id', 'one', `another ${keyId}`);
      if (pairingId !== null) this.closePairing({ pairingId, tenantId }, findings);
      if (replaces !== null) this.endKey(replaces, Date.parse(replacedUntil ?? ''), findings);
      const foreign = siteIds?.find((siteId) => this.sites.get(siteId)?.tenantId !== tenantId);
      if (foreign !== undefined) findings.note('site of an API key', 'a site of the business', foreign);
      const endsAt = expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
      this.keys.set(keyId, { tenantId, siteIds, endsAt });
    }
  }

  private closePairing(
    { pairingId, tenantId }: { readonly pairingId: string; readonly tenantId: string },
    findings: Findings,
  ): void {
    if (this.pairings.get(pairingId) !== tenantId) findings.note('pairing of a till', 'one that is open', pairingId);
    this.pairings.delete(pairingId);
  }

  private endKey(keyId: string, at: number, findings: Findings): void {
    const key = this.keys.get(keyId);
    if (key === undefined) findings.note('API key of an event', 'one that was created', keyId);
    else key.endsAt = Math.min(key.endsAt, at);
  }
}

function change(site: SiteThen, event: RecordedEvent, invitationIds: HashSet, findings: Findings): void {
  const at = Date.parse(event.metadata.recordedAt);
  if (isType(event, 'DistributorBlocked', 'DistributorUnblocked')) {
    const isBlocked = site.blocked.isBlocked(event.fact.data.distributorId);
    findings.equal('distributor is blocked', !isOf(event, 'DistributorBlocked'), isBlocked);
    site.blocked.apply(event);
  } else if (isOf(event, 'SiteConfigured')) {
    const last = site.history.at(-1);
    if (last) last.until = at;
    site.history.push({ rules: event.fact.data.configuration, until: Number.POSITIVE_INFINITY });
  } else if (isType(event, 'SiteActivated', 'SiteDeactivated')) {
    const isStopped = event.fact.type === 'SiteDeactivated';
    findings.equal('site is active', isStopped, site.stoppedAt === Number.POSITIVE_INFINITY);
    site.stoppedAt = isStopped ? at : Number.POSITIVE_INFINITY;
  } else if (isOf(event, 'StaffInvited')) {
    const { invitationId } = event.fact.data;
    if (!invitationIds.add(invitationId)) findings.note('invitation of an id', 'one', `another ${invitationId}`);
    site.invitations.set(invitationId, 'open');
  } else if (isType(event, 'StaffInvitationWithdrawn', 'StaffJoined')) {
    const { invitationId } = event.fact.data;
    findings.equal('invitation of an event', 'open', site.invitations.get(invitationId) ?? null);
    site.invitations.set(invitationId, isOf(event, 'StaffJoined') ? 'used' : 'withdrawn');
    if (isOf(event, 'StaffJoined')) site.staff.set(event.fact.data.userId, Number.POSITIVE_INFINITY);
  } else if (isOf(event, 'StaffRemoved')) {
    const { userId } = event.fact.data;
    const isStaff = site.staff.get(userId) === Number.POSITIVE_INFINITY;
    if (!isStaff) findings.note('person who is removed', 'staff of the site', userId);
    site.staff.set(userId, at);
  }
}

/**
 * What a command of a moment may have gone by: the newest configuration, and those that it replaced while a command may
 * have been under way. Oldest first.
 * @param at milliseconds
 */
export function rulesAround({ history }: Pick<SiteThen, 'history'>, at: number): readonly SiteConfiguration[] {
  return history.filter(({ until }) => until >= at - CLOCK_DISORDER_MS).map(({ rules }) => rules);
}
