import type { EventData } from '@perktree/contracts/catalogue/events';
import { NAME_COLLATION } from '@perktree/contracts/catalogue/read-models';
import { toBasisPoints } from '@perktree/contracts/kernel/percent';
import type { NewQr, QrTerms } from '@perktree/contracts/qr/events';
import { wordsSql } from '@perktree/platform/postgres/searched-text';
import { canonicalTime, defineProjection, type Moment } from '../../engine/live/projection.ts';
import {
  BY_POSITION_OFTEN_CHANGED,
  type RowOf,
  readModelTable,
  WORDS_INDEX,
} from '../../engine/tables/read-model-table.ts';
import { BENEFIT_COLUMNS, benefitColumns } from '../benefit-columns.ts';

const qrsTable = readModelTable({
  name: 'qrs',
  key: 'qr_id',
  columns: {
    qr_id: 'uuid',
    site_id: 'uuid',
    tenant_id: 'uuid',
    root_qr_id: 'uuid',
    parent_qr_id: 'uuid?',
    /** 0 for a root. */
    depth: 'integer',
    name: 'text',
    internal_name: 'text?',
    ...BENEFIT_COLUMNS,
    commission_bp: 'integer',
    /** Of one issue period; null is unlimited. */
    max_redemptions: 'integer?',
    external_url: 'text?',
    customer_token: 'text',
    distributor_token: 'text',
    /** The distributor who created it. Null: the site owner. */
    created_by: 'text?',
    /** `waiting` or `declined` (QR_APPROVALS); null: it needs no approval, or has it. */
    approval: 'text?',
    owner_id: 'text?',
    claimed_at: 'timestamp?',
    is_active: 'boolean',
    /** Of a root: the policy chosen for its campaign. Null: the site's counts; of other QRs the root's. */
    renewal_policy: 'text?',
    period: 'integer',
    expires_at: 'timestamp',
    /** Totals continue over all issue periods. */
    total_scans: 'integer',
    total_redemptions: 'integer',
    /** What counts towards max_redemptions: redemptions of the current period whose slot was not freed. */
    period_redemptions: 'integer',
    created_at: 'timestamp',
    /** The order in which QRs were made, unique: that of the events, and within a split that of its children. */
    made_order: 'bigint',
  },
  indexes: [
    { name: 'customer_token', on: 'customer_token', unique: true },
    { name: 'distributor_token', on: 'distributor_token', unique: true },
    { name: 'site', on: 'site_id, made_order' },
    { name: 'site_roots', on: 'site_id, made_order', where: 'parent_qr_id IS NULL' },
    { name: 'site_names', on: `site_id, name COLLATE ${NAME_COLLATION}` },
    // For a search by the name of an owner.
    { name: 'site_owners', on: 'site_id, owner_id', where: 'owner_id IS NOT NULL' },
    { name: 'tenant', on: 'tenant_id' },
    { name: 'parent', on: 'parent_qr_id, made_order', where: 'parent_qr_id IS NOT NULL' },
    { name: 'root', on: 'root_qr_id' },
    { name: 'maker', on: 'created_by, made_order', where: 'created_by IS NOT NULL' },
    { name: 'owner', on: 'owner_id, made_order', where: 'owner_id IS NOT NULL' },
    // For the job that reissues expired QRs.
    { name: 'expiry', on: 'expires_at' },
    // For the search of support.
    { name: 'words', on: wordsSql("(name || ' ' || coalesce(internal_name, ''))"), method: WORDS_INDEX },
    BY_POSITION_OFTEN_CHANGED,
  ],
  // Every scan and every redemption of a QR changes its counters.
  fillFactor: 70,
});

type QrRow = RowOf<typeof qrsTable>;
type Place = Pick<
  QrRow,
  'site_id' | 'tenant_id' | 'root_qr_id' | 'parent_qr_id' | 'depth' | 'created_at' | 'created_by' | 'made_order'
>;

/** More than one event can make: a split has at most 100 children. */
const QRS_OF_EVENT = 128n;

function termsColumns(terms: QrTerms) {
  return {
    name: terms.name,
    internal_name: terms.internalName,
    ...benefitColumns(terms.benefit),
    commission_bp: toBasisPoints(terms.commissionPercent),
    max_redemptions: terms.maxRedemptions,
    external_url: terms.externalUrl,
  };
}

/** A new QR: in period 1, unclaimed, without scans. */
function newQr(qr: NewQr, place: Place): QrRow {
  return {
    qr_id: qr.qrId,
    ...place,
    ...termsColumns(qr.terms),
    customer_token: qr.customerToken,
    distributor_token: qr.distributorToken,
    approval: null,
    owner_id: null,
    claimed_at: null,
    is_active: true,
    renewal_policy: null,
    period: 1,
    expires_at: canonicalTime(qr.expiresAt),
    total_scans: 0,
    total_redemptions: 0,
    period_redemptions: 0,
  };
}

function placeOf(
  data: { siteId: string; tenantId: string; rootQrId: string },
  { at, actor, position }: Moment,
  parent: { parentQrId: string; depth: number } | null,
  index = 0,
): Place {
  return {
    site_id: data.siteId,
    tenant_id: data.tenantId,
    root_qr_id: data.rootQrId,
    parent_qr_id: parent?.parentQrId ?? null,
    depth: parent?.depth ?? 0,
    created_at: at,
    created_by: actor.role === 'distributor' ? actor.id : null,
    made_order: position * QRS_OF_EVENT + BigInt(index),
  };
}

function newQrOfSplit(data: EventData<'QrSplit'>, moment: Moment, key: string): QrRow | null {
  const index = data.children.findIndex(({ qrId }) => qrId === key);
  const child = data.children[index];
  return child ? newQr(child, placeOf(data, moment, { parentQrId: data.qrId, depth: data.depth }, index)) : null;
}

/** Counts towards the period that the redemption was made in, if that is still the current one. */
const countInPeriod = (row: QrRow, period: number, by: number) =>
  row.period_redemptions + (row.period === period ? by : 0);

const activity = (isActive: boolean) => (row: QrRow | null) => row && { ...row, is_active: isActive };

export const qrs = defineProjection({
  table: qrsTable,
  version: 5,
  keys: (data: { qrId: string }) => [data.qrId],
  on: {
    RootQrCreated: {
      keys: (data) => [data.qr.qrId],
      evolve: (_row, data, moment) => {
        const row = newQr(data.qr, placeOf(data, moment, null));
        return data.approval === 'waiting' ? { ...row, is_active: false, approval: data.approval } : row;
      },
    },
    QrSplit: {
      keys: (data) => data.children.map(({ qrId }) => qrId),
      evolve: (_row, data, moment, key) => newQrOfSplit(data, moment, key),
    },
    SiblingQrCreated: {
      keys: (data) => [data.qr.qrId],
      evolve: (_row, data, moment) => newQr(data.qr, placeOf(data, moment, data)),
    },
    QrEdited: (row, data) => row && { ...row, ...termsColumns(data.terms) },
    QrClaimed: (row, data, { at }) => row && { ...row, owner_id: data.distributorId, claimed_at: at },
    QrClaimReleased: (row) => row && { ...row, owner_id: null, claimed_at: null },
    QrReissued: (row, data) =>
      row && { ...row, period: data.period, expires_at: canonicalTime(data.expiresAt), period_redemptions: 0 },
    QrApproved: (row, data) =>
      row && { ...row, is_active: true, approval: null, expires_at: canonicalTime(data.expiresAt) },
    QrDeclined: (row) => row && { ...row, approval: 'declined' },
    QrRenewalChosen: (row, data) => row && { ...row, renewal_policy: data.renewalPolicy },
    QrLinkReplaced: (row, { link, token }) =>
      row && { ...row, ...(link === 'customer' ? { customer_token: token } : { distributor_token: token }) },
    QrDeactivated: activity(false),
    QrActivated: activity(true),
    QrScanned: (row) => row && { ...row, total_scans: row.total_scans + 1 },
    BenefitRedeemed: (row, data) =>
      row && {
        ...row,
        total_redemptions: row.total_redemptions + 1,
        period_redemptions: countInPeriod(row, data.period, 1),
      },
    RedemptionReversed: (row, data) =>
      row && {
        ...row,
        total_redemptions: row.total_redemptions - (data.whole ? 1 : 0),
        period_redemptions: countInPeriod(row, data.period, data.slotFreed ? -1 : 0),
      },
  },
});
