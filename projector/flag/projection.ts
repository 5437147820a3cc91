import type { EventData } from '@perktree/contracts/catalogue/events';
import {
  FLAG_RULES,
  type FlagEvidence,
  isUnusualSale,
  MAX_EVIDENCE,
  UNUSUAL_SALE,
  usualSale,
  type WindowRule,
} from '@perktree/contracts/flag/rules';
import type { Currency } from '@perktree/contracts/kernel/money';
import { defineProjection, type Moment } from '../engine/live/projection.ts';
import { BY_POSITION_OFTEN_CHANGED, type RowOf, readModelTable } from '../engine/tables/read-model-table.ts';
import { type FlagSubject, subjectsById } from './subjects.ts';

/**
 * Redemptions that look like self-dealing (flag-rules.ts). Readers see the rows with `first_seen_at`: their subject has met
 * its rule. A row without it holds `recent` alone; its other columns are null until then.
 */
const flagsTable = readModelTable({
  name: 'flags',
  key: 'flag_id',
  columns: {
    /** Derived from the site, the kind and its subject. */
    flag_id: 'uuid',
    site_id: 'uuid?',
    tenant_id: 'uuid?',
    /** One of FLAG_KINDS. */
    kind: 'text',
    /** The subject: the kind decides which of the four are set. All are null if the subject is the site. */
    staff_id: 'text?',
    customer_id: 'text?',
    device_id: 'uuid?',
    network_id: 'uuid?',
    /** JSON, for the projector alone: what the rule compares the next redemption with. */
    recent: 'text',
    /**
     * JSON of flagEvidenceSchema: the newest redemptions of those that met the rule; empty while there are none. What they
     * were is read from `redemptions`.
     */
    evidence: 'text',
    /** How many redemptions have met the rule, also those that the evidence no longer names. */
    redemptions: 'integer',
    /** Of the redemptions that met the rule, the first and the last one's time; null while it is not flagged. */
    first_seen_at: 'timestamp?',
    last_seen_at: 'timestamp?',
    /** The newest review, and how many redemptions it covers; null: not reviewed. Its text is in the account store. */
    reviewed_at: 'timestamp?',
    reviewed_by: 'text?',
    review_note_id: 'uuid?',
    reviewed_redemptions: 'integer?',
  },
  indexes: [
    { name: 'site', on: 'site_id, last_seen_at DESC, flag_id DESC', where: 'last_seen_at IS NOT NULL' },
    BY_POSITION_OFTEN_CHANGED,
  ],
  asynchronous: true,
  // Rows change and grow with every redemption of their subject.
  parsed: ['recent', 'evidence'],
  fillFactor: 50,
});

/** A redemption within a rule's window, its time in milliseconds; the customer where the rule counts customers. */
type Recent = readonly [redemptionId: string, at: number, customerId?: string];
/** One of a site's last sales. */
type Sale = readonly [amount: string, currency: Currency];

/** A row in memory, with parsed JSON. */
interface FlagRow extends Omit<RowOf<typeof flagsTable>, 'recent' | 'evidence'> {
  readonly recent: readonly (Recent | Sale)[];
  readonly evidence: FlagEvidence;
}
type Redeemed = EventData<'BenefitRedeemed' | 'RedemptionConfirmed'>;

const redemptionSeen = {
  keys: (data: Redeemed) => [...subjectsById(data).keys()],
  evolve: (row: FlagRow | null, data: Redeemed, moment: Moment, key: string) => {
    const subject = subjectsById(data).get(key);
    if (subject === undefined) return row;
    const known = row ?? unflagged(key, subject);
    const { kind } = subject;
    return kind === 'unusual_sale' ? saleSeen(known, data, moment) : seen(known, { ...subject, kind }, data, moment);
  },
};

/** A flag stays when a redemption is reversed: a reversal does not say that it never happened. */
export const flags = defineProjection<typeof flagsTable, FlagRow>({
  table: flagsTable,
  version: 5,
  on: {
    BenefitRedeemed: redemptionSeen,
    RedemptionConfirmed: redemptionSeen,
    FlagReviewed: {
      keys: ({ flagId }) => [flagId],
      evolve: (row, { noteId, redemptions }, { at, actor }) =>
        row && {
          ...row,
          reviewed_at: at,
          reviewed_by: actor.id,
          review_note_id: noteId,
          reviewed_redemptions: redemptions,
        },
    },
  },
});

const NO_SUBJECT = { staffId: null, customerId: null, deviceId: null, networkId: null };

function unflagged(key: string, { kind }: FlagSubject): FlagRow {
  return {
    flag_id: key,
    site_id: null,
    tenant_id: null,
    kind,
    ...columnsOf(NO_SUBJECT),
    recent: [],
    evidence: [],
    redemptions: 0,
    first_seen_at: null,
    last_seen_at: null,
    reviewed_at: null,
    reviewed_by: null,
    review_note_id: null,
    reviewed_redemptions: null,
  };
}

const columnsOf = ({ staffId, customerId, deviceId, networkId }: Omit<FlagSubject, 'kind'>) => ({
  staff_id: staffId,
  customer_id: customerId,
  device_id: deviceId,
  network_id: networkId,
});

/** The row after one more redemption of its subject. */
function seen(row: FlagRow, subject: FlagSubject & { kind: WindowRule }, data: Redeemed, { at }: Moment): FlagRow {
  const { atLeast, of, withinMs } = FLAG_RULES[subject.kind];
  const { redemptionId, customerId } = data;
  const now = Date.parse(at);
  const newest: Recent = of === 'customers' ? [redemptionId, now, customerId] : [redemptionId, now];
  const recent = [...(row.recent as readonly Recent[]).filter(([, time]) => time > now - withinMs), newest];
  // A counting rule needs its threshold of newest redemptions only.
  const max = of === 'customers' ? MAX_EVIDENCE : atLeast - 1;
  const next = { ...row, recent: recent.slice(-max) };
  const count = of === 'customers' ? new Set(recent.map(([, , customer]) => customer)).size : recent.length;
  if (count < atLeast) return next;
  const met = recent.map(([id]) => ({ redemptionId: id }));
  const firstSeen = new Date(recent[0]?.[1] ?? now).toISOString();
  return flagged(next, subject, data, { met, firstSeen, lastSeen: at });
}

/** The row of a site after one more sale, which is compared with earlier ones. */
function saleSeen(row: FlagRow, data: Redeemed, { at }: Moment): FlagRow {
  const { saleAmount: amount, saleAmountSource, currency, redemptionId } = data;
  const sales = row.recent as readonly Sale[];
  const newest: Sale = [amount, currency];
  const next = { ...row, recent: [...sales, newest].slice(-UNUSUAL_SALE.ofLast) };
  if (saleAmountSource !== 'entered') return next;
  const usual = usualSale(
    sales.flatMap(([before, of]) => (of === currency ? [before] : [])),
    currency,
  );
  if (usual === null || !isUnusualSale(amount, usual, currency)) return next;
  return flagged(next, NO_SUBJECT, data, { met: [{ redemptionId, usual }], firstSeen: at, lastSeen: at });
}

/** Adds a redemption that met the rule to the evidence. */
function flagged(
  row: FlagRow,
  subject: Omit<FlagSubject, 'kind'>,
  { siteId, tenantId }: Redeemed,
  { met, firstSeen, lastSeen }: { met: FlagEvidence; firstSeen: string; lastSeen: string },
): FlagRow {
  const known = new Set(row.evidence.map(({ redemptionId }) => redemptionId));
  const added = met.filter(({ redemptionId }) => !known.has(redemptionId));
  return {
    ...row,
    site_id: siteId,
    tenant_id: tenantId,
    ...columnsOf(subject),
    evidence: [...row.evidence, ...added].slice(-MAX_EVIDENCE),
    redemptions: row.redemptions + added.length,
    first_seen_at: row.first_seen_at ?? firstSeen,
    last_seen_at: lastSeen,
  };
}
