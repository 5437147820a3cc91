import type { EventData } from '@perktree/contracts/catalogue/events';
import { toBasisPoints } from '@perktree/contracts/kernel/percent';
import type { NewQr, QrTerms } from '@perktree/contracts/qr/events';
import { defineProjection, type Moment, milliseconds } from '../../engine/live/projection.ts';
import type { RowOf } from '../../engine/tables/read-model-table.ts';
import { benefitColumns } from '../benefit-columns.ts';
import { qrsTable } from './table.ts';

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
    expires_at: milliseconds(qr.expiresAt),
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

const qrKey = (data: { qrId: string }) => [data.qrId];
const activity = (isActive: boolean) => ({
  keys: qrKey,
  evolve: (row: QrRow | null) => row && { ...row, is_active: isActive },
});

export const qrs = defineProjection({
  table: qrsTable,
  version: 5,
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
    QrEdited: { keys: qrKey, evolve: (row, data) => row && { ...row, ...termsColumns(data.terms) } },
    QrClaimed: {
      keys: qrKey,
      evolve: (row, data, { at }) => row && { ...row, owner_id: data.distributorId, claimed_at: at },
    },
    QrClaimReleased: { keys: qrKey, evolve: (row) => row && { ...row, owner_id: null, claimed_at: null } },
    QrReissued: {
      keys: qrKey,
      evolve: (row, data) =>
        row && { ...row, period: data.period, expires_at: milliseconds(data.expiresAt), period_redemptions: 0 },
    },
    QrApproved: {
      keys: qrKey,
      evolve: (row, data) =>
        row && { ...row, is_active: true, approval: null, expires_at: milliseconds(data.expiresAt) },
    },
    QrDeclined: { keys: qrKey, evolve: (row) => row && { ...row, approval: 'declined' } },
    QrRenewalChosen: { keys: qrKey, evolve: (row, data) => row && { ...row, renewal_policy: data.renewalPolicy } },
    QrLinkReplaced: {
      keys: qrKey,
      evolve: (row, { link, token }) =>
        row && { ...row, ...(link === 'customer' ? { customer_token: token } : { distributor_token: token }) },
    },
    QrDeactivated: activity(false),
    QrActivated: activity(true),
    QrScanned: { keys: qrKey, evolve: (row) => row && { ...row, total_scans: row.total_scans + 1 } },
    BenefitRedeemed: {
      keys: qrKey,
      evolve: (row, data) =>
        row && {
          ...row,
          total_redemptions: row.total_redemptions + 1,
          period_redemptions: countInPeriod(row, data.period, 1),
        },
    },
    RedemptionReversed: {
      keys: qrKey,
      evolve: (row, data) =>
        row && {
          ...row,
          total_redemptions: row.total_redemptions - (data.whole ? 1 : 0),
          period_redemptions: countInPeriod(row, data.period, data.slotFreed ? -1 : 0),
        },
    },
  },
});
