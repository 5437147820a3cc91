import type { StoredEvent } from '@perktree/event-store/port';
import type { CallAttempt } from './evidence.ts';

/** Name of a fact that is stored at most once: its kind and id, `Redemption 4711`. */
type FactName = string;

type Data = Readonly<Record<string, unknown>>;
const part = (data: Data, name: string) => (data[name] ?? {}) as Data;
const list = (data: Data, name: string) => (data[name] ?? []) as readonly Data[];

/** The facts that an event records, by event type. */
const FACTS_BY_EVENT: Readonly<Record<string, (data: Data) => readonly FactName[]>> = {
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

export function factsOfEvent({ type, data }: Pick<StoredEvent, 'type' | 'data'>): readonly FactName[] {
  return FACTS_BY_EVENT[type]?.(data as Data) ?? [];
}

/** The facts that an answer names, by method and path of its call. */
const FACTS_BY_CALL: readonly (readonly [
  call: RegExp,
  facts: (answer: Data, ids: readonly string[]) => readonly FactName[],
])[] = [
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

/** Empty for calls whose answers name no new fact. */
export function factsOfAnswer({
  method,
  url,
  answer,
}: Pick<CallAttempt, 'method' | 'url' | 'answer'>): readonly FactName[] {
  const call = `${method} ${url.split('?')[0]}`;
  for (const [pattern, facts] of FACTS_BY_CALL) {
    const [whole, ...ids] = pattern.exec(call) ?? [];
    if (whole !== undefined) return facts((answer ?? {}) as Data, ids);
  }
  return [];
}
