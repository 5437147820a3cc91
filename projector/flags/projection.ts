import type { EventData } from '@perktree/contracts/events/catalogue';
import {
  FLAG_RULES,
  type FlagEvidence,
  isUnusualSale,
  MOST_EVIDENCE,
  UNUSUAL_SALE,
  usualSale,
  type WindowRule,
} from '@perktree/contracts/flag-rules';
import type { ReadModelRow } from '@perktree/contracts/read-models';
import { defineProjection, type Moment } from '../projection.ts';
import { type FlagSubject, subjectsById } from './subjects.ts';
import { flagsTable } from './table.ts';

/** As it is in memory: its evidence parsed. */
interface FlagRow extends Omit<ReadModelRow<'flags'>, 'recent' | 'evidence'> {
  readonly recent: FlagEvidence;
  readonly evidence: FlagEvidence;
}
type Redeemed = EventData<'BenefitRedeemed' | 'RedemptionConfirmed'>;

const redemptionSeen = {
  keys: (data: Redeemed) => [...subjectsById(data).keys()],
  evolve: (row: FlagRow | null, data: Redeemed, moment: Moment, key: string) => {
    const subject = subjectsById(data).get(key);
    if (subject === undefined) return row;
    const known = row ?? unflagged(key, data, subject);
    const { kind } = subject;
    return kind === 'unusual_sale' ? saleSeen(known, data, moment) : seen(known, kind, data, moment);
  },
};

/** A flag stays when a redemption is reversed: a reversal does not say that it never happened. */
export const flags = defineProjection<'flags', FlagRow>({
  table: flagsTable,
  version: 2,
  on: {
    BenefitRedeemed: redemptionSeen,
    RedemptionConfirmed: redemptionSeen,
  },
});

function unflagged(key: string, { siteId, tenantId }: Redeemed, subject: FlagSubject): FlagRow {
  return {
    flag_id: key,
    site_id: siteId,
    tenant_id: tenantId,
    kind: subject.kind,
    staff_id: subject.staffId,
    customer_id: subject.customerId,
    device_id: subject.deviceId,
    network_id: subject.networkId,
    recent: [],
    evidence: [],
    redemptions: 0,
    first_seen_at: null,
    last_seen_at: null,
  };
}

/** The row after one more redemption of its subject. */
function seen(row: FlagRow, kind: WindowRule, data: Redeemed, { at }: Moment): FlagRow {
  const newest = evidenceOf(data, at);
  // Times have one form, in which the earlier one is the lesser text.
  const since = new Date(Date.parse(at) - FLAG_RULES[kind].withinMs).toISOString();
  const recent = [...row.recent.filter((one) => one.at > since), newest];
  const next = { ...row, recent: recent.slice(-MOST_EVIDENCE) };
  return isMet(kind, recent) ? flagged(next, recent) : next;
}

/** The row of a site after one more sale, which is compared with those before it. */
function saleSeen(row: FlagRow, data: Redeemed, { at }: Moment): FlagRow {
  const { saleAmount: amount, saleAmountSource, currency } = data;
  const before = row.recent.flatMap(({ sale }) => (sale?.currency === currency ? [sale.amount] : []));
  const usual = usualSale(before, currency);
  const newest = { ...evidenceOf(data, at), sale: { amount, usual, currency } };
  const next = { ...row, recent: [...row.recent, newest].slice(-UNUSUAL_SALE.ofLast) };
  const isMet = saleAmountSource === 'entered' && usual !== null && isUnusualSale(amount, usual, currency);
  return isMet ? flagged(next, [newest]) : next;
}

function evidenceOf({ redemptionId, customerId, confirmedVia, confirmedBy }: Redeemed, at: string) {
  return { redemptionId, customerId, staffId: confirmedVia === 'self' ? null : confirmedBy, at };
}

function isMet(kind: WindowRule, recent: FlagEvidence): boolean {
  const { atLeast, of } = FLAG_RULES[kind];
  if (recent.length < atLeast) return false;
  return of === 'redemptions' || new Set(recent.map(({ customerId }) => customerId)).size >= atLeast;
}

/** Adds what met the rule to what met it before. */
function flagged(row: FlagRow, met: FlagEvidence): FlagRow {
  const known = new Set(row.evidence.map(({ redemptionId }) => redemptionId));
  const added = met.filter(({ redemptionId }) => !known.has(redemptionId));
  const times = added.map((one) => one.at).sort();
  return {
    ...row,
    evidence: [...row.evidence, ...added].slice(-MOST_EVIDENCE),
    redemptions: row.redemptions + added.length,
    first_seen_at: row.first_seen_at ?? times.at(0) ?? null,
    last_seen_at: latest(row.last_seen_at, times.at(-1) ?? null),
  };
}

/** Clocks of two machines may disagree, so the newest event need not carry the latest time. */
function latest(a: string | null, b: string | null): string | null {
  return a !== null && (b === null || a > b) ? a : b;
}
