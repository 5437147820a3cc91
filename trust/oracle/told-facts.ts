import type { StoredEvent } from '@perktree/event-store/port';
import type { Asked } from './evidence.ts';

/** A fact that happens once at most, by its kind and id: `Redemption 4711`. */
export type FactName = string;

type Data = Readonly<Record<string, unknown>>;
const part = (data: Data, name: string) => (data[name] ?? {}) as Data;
const list = (data: Data, name: string) => (data[name] ?? []) as readonly Data[];

/** What an event brings into the world. */
const BORN: Readonly<Record<string, (data: Data) => readonly FactName[]>> = {
  SiteCreated: ({ siteId }) => [`Site ${siteId}`],
  RootQrCreated: (data) => [`QR ${part(data, 'qr').qrId}`],
  SiblingQrCreated: (data) => [`QR ${part(data, 'qr').qrId}`],
  QrSplit: (data) => list(data, 'children').map(({ qrId }) => `QR ${qrId}`),
  QrScanned: ({ scanId }) => [`Scan ${scanId}`],
  BenefitRedeemed: ({ redemptionId, scanId }) => [`Redemption ${redemptionId}`, `Redemption of scan ${scanId}`],
  RedemptionReversed: ({ reversalId }) => [`Reversal ${reversalId}`],
  PayoutGenerated: ({ payoutId }) => [`Payout ${payoutId}`],
  PayoutPaid: ({ payoutId }) => [`Payment of payout ${payoutId}`],
  PayoutCancelled: ({ payoutId }) => [`End of payout ${payoutId}`],
  PayoutFailed: ({ payoutId }) => [`End of payout ${payoutId}`],
};

export function bornBy({ type, data }: Pick<StoredEvent, 'type' | 'data'>): readonly FactName[] {
  return BORN[type]?.(data as Data) ?? [];
}

/** What an answer says has happened, by the call that it answers. */
const TOLD: readonly (readonly [call: RegExp, facts: (answer: Data, ids: readonly string[]) => readonly FactName[]])[] =
  [
    [/^POST \/api\/sites$/, ({ id }) => [`Site ${id}`]],
    [/^POST \/api\/sites\/[^/]+\/qrs$/, ({ id }) => [`QR ${id}`]],
    [/^POST \/api\/.+\/split$/, (answer) => list(answer, 'qrs').map(({ id }) => `QR ${id}`)],
    [/^POST \/api\/scan$/, ({ scanId }) => (typeof scanId === 'string' ? [`Scan ${scanId}`] : [])],
    [/^POST \/api\/redeem$/, ({ redemptionId }) => [`Redemption ${redemptionId}`]],
    [/^POST \/api\/staff\/redeem$/, (answer) => [`Redemption ${part(answer, 'redemption').id}`]],
    [/^POST \/api\/redemptions\/[^/]+\/reverse$/, ({ reversalId }) => [`Reversal ${reversalId}`]],
    [/^POST \/api\/sites\/[^/]+\/payouts$/, (answer) => list(answer, 'payouts').map(({ id }) => `Payout ${id}`)],
    [/^POST \/api\/payouts\/([^/]+)\/mark-paid$/, (_, [id]) => [`Payment of payout ${id}`]],
    [/^POST \/api\/payouts\/([^/]+)\/cancel$/, (_, [id]) => [`End of payout ${id}`]],
  ];

/** Nothing of calls whose answers name no new fact. */
export function toldBy({ method, url, answer }: Pick<Asked, 'method' | 'url' | 'answer'>): readonly FactName[] {
  const call = `${method} ${url.split('?')[0]}`;
  for (const [pattern, facts] of TOLD) {
    const [whole, ...ids] = pattern.exec(call) ?? [];
    if (whole !== undefined) return facts((answer ?? {}) as Data, ids);
  }
  return [];
}
