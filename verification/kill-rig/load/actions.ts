import type { Dice } from '../../trust/dice.ts';
import type { Member, Shop } from './shop.ts';

interface PlannedCall {
  readonly by: Member;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly body?: object;
  /** Receives the body of a success. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly done?: (answer: any) => void;
}

interface Scene {
  readonly shop: Shop;
  readonly dice: Dice;
  /** Ids from earlier answers. */
  readonly known: { readonly redemptions: string[]; readonly payouts: string[] };
}

/** Sequential calls; the sequence ends at the first refusal. */
export type Action = (scene: Scene) => Iterable<PlannedCall>;

const post = (by: Member, url: string, body?: object, done?: PlannedCall['done']): PlannedCall => ({
  ...{ by, method: 'POST', url, ...(body && { body }), ...(done && { done }) },
});
const MAX_REMEMBERED = 200;

function remember(list: string[], id: unknown): void {
  if (typeof id === 'string') list.push(id);
  if (list.length > MAX_REMEMBERED) list.shift();
}

function* redeem({ shop, dice, known }: Scene): Iterable<PlannedCall> {
  const customer = dice.pick(shop.customers);
  const { customerToken: token } = dice.pick(shop.roots);
  yield post(customer, '/api/scan', { token });
  yield post(customer, '/api/redeem', { token }, ({ redemptionId }) => remember(known.redemptions, redemptionId));
}

/** At the counter, by code or by the QR on the customer's screen. */
function* redeemAtCounter({ shop, dice, known }: Scene): Iterable<PlannedCall> {
  let shown: { redemptionCode?: string; redemptionToken?: string } = {};
  const { customerToken: token } = dice.pick(shop.roots);
  yield post(dice.pick(shop.customers), '/api/scan', { token }, (answer) => {
    shown = answer;
  });
  const { redemptionCode, redemptionToken } = shown;
  if (redemptionCode === undefined || redemptionToken === undefined) return;
  const by = dice.next() < 0.5 ? { redemptionCode } : { token: redemptionToken };
  const saleAmount = dice.pick(['19.99', '0.01', '250.00', '33.33']);
  yield post(shop.owner, '/api/staff/redeem', { ...by, saleAmount }, ({ redemption }) =>
    remember(known.redemptions, redemption.id),
  );
}

function* edit({ shop, dice }: Scene): Iterable<PlannedCall> {
  const url = `/api/sites/${shop.siteId}/qrs/${dice.pick(shop.roots).id}`;
  yield { by: shop.owner, method: 'PUT', url, body: { name: `Name ${dice.int(1e9)}` } };
}

function* split({ shop, dice }: Scene): Iterable<PlannedCall> {
  const splits = [{ name: 'Part', commissionPercent: dice.pick(['0.50', '1.00', '7.00']) }];
  yield post(shop.owner, `/api/sites/${shop.siteId}/qrs/${dice.pick(shop.roots).id}/split`, { splits });
}

function* claim({ shop, dice }: Scene): Iterable<PlannedCall> {
  yield post(shop.distributor, '/api/claim-qr', { token: dice.pick(shop.roots).distributorToken });
}

function* release({ shop, dice }: Scene): Iterable<PlannedCall> {
  if (dice.next() < 0.8) return;
  yield post(shop.owner, `/api/sites/${shop.siteId}/qrs/${dice.pick(shop.roots).id}/release-claim`);
}

function* reverse({ shop, dice, known }: Scene): Iterable<PlannedCall> {
  if (known.redemptions.length === 0) return;
  const amount = dice.pick([undefined, '0.01', '5.00']);
  const body = { reason: 'returned', ...(amount && { amount }) };
  yield post(shop.owner, `/api/redemptions/${dice.pick(known.redemptions)}/reverse`, body);
}

function* payOut({ shop, known }: Scene): Iterable<PlannedCall> {
  yield post(shop.owner, `/api/sites/${shop.siteId}/payouts`, undefined, ({ payouts }) => {
    for (const { id } of payouts as { id: string }[]) remember(known.payouts, id);
  });
}

function* settle({ shop, dice, known }: Scene): Iterable<PlannedCall> {
  if (known.payouts.length === 0) return;
  const url = `/api/payouts/${dice.pick(known.payouts)}`;
  if (dice.next() < 0.7) yield post(shop.owner, `${url}/mark-paid`, { reference: 'transfer' });
  else yield post(shop.owner, `${url}/cancel`, { reason: 'not now' });
}

export const ACTIONS: readonly Action[] = [
  ...[redeem, redeem, redeem, redeemAtCounter, redeemAtCounter, edit],
  ...[split, claim, release, reverse, payOut, settle],
];

const read = (whose: (shop: Shop) => Member, url: (shop: Shop) => string): Action =>
  function* reading({ shop }) {
    yield { by: whose(shop), method: 'GET', url: url(shop) };
  };

/** Reads, whose answers the oracle searches for ids of other tenants. */
export const READS: readonly Action[] = [
  read(
    ({ owner }) => owner,
    ({ siteId }) => `/api/sites/${siteId}/qrs`,
  ),
  read(
    ({ owner }) => owner,
    () => '/api/sites',
  ),
  read(
    ({ owner }) => owner,
    ({ siteId }) => `/api/sites/${siteId}/payouts`,
  ),
  read(
    ({ distributor }) => distributor,
    () => '/api/distributors/me/qrs',
  ),
  read(
    ({ customers }) => customers[0] as Member,
    () => '/api/me/scans',
  ),
];
