import type { Dice } from '../../dice.ts';
import type { Member, Shop } from './shop.ts';

export interface Wish {
  readonly by: Member;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly body?: object;
  /** What is learnt from a success. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly done?: (answer: any) => void;
}

export interface Scene {
  readonly shop: Shop;
  readonly dice: Dice;
  /** Ids that answers have told of. */
  readonly told: { readonly redemptions: string[]; readonly payouts: string[] };
}

/** Calls one after the other, each when the one before has succeeded. */
export type Action = (scene: Scene) => Iterable<Wish>;

const post = (by: Member, url: string, body?: object, done?: Wish['done']): Wish => ({
  ...{ by, method: 'POST', url, ...(body && { body }), ...(done && { done }) },
});
const MOST_REMEMBERED = 200;

function remember(list: string[], id: unknown): void {
  if (typeof id === 'string') list.push(id);
  if (list.length > MOST_REMEMBERED) list.shift();
}

function* redeem({ shop, dice, told }: Scene): Iterable<Wish> {
  const customer = dice.pick(shop.customers);
  const { customerToken: token } = dice.pick(shop.roots);
  yield post(customer, '/api/scan', { token });
  yield post(customer, '/api/redeem', { token }, ({ redemptionId }) => remember(told.redemptions, redemptionId));
}

/** At the counter, by the code or by the QR on the customer's screen. */
function* redeemAtCounter({ shop, dice, told }: Scene): Iterable<Wish> {
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
    remember(told.redemptions, redemption.id),
  );
}

function* edit({ shop, dice }: Scene): Iterable<Wish> {
  const url = `/api/sites/${shop.siteId}/qrs/${dice.pick(shop.roots).id}`;
  yield { by: shop.owner, method: 'PUT', url, body: { name: `Name ${dice.int(1e9)}` } };
}

function* split({ shop, dice }: Scene): Iterable<Wish> {
  const splits = [{ name: 'Part', commissionPercent: dice.pick(['0.50', '1.00', '7.00']) }];
  yield post(shop.owner, `/api/sites/${shop.siteId}/qrs/${dice.pick(shop.roots).id}/split`, { splits });
}

function* claim({ shop, dice }: Scene): Iterable<Wish> {
  yield post(shop.distributor, '/api/claim-qr', { token: dice.pick(shop.roots).distributorToken });
}

function* release({ shop, dice }: Scene): Iterable<Wish> {
  if (dice.next() < 0.8) return;
  yield post(shop.owner, `/api/sites/${shop.siteId}/qrs/${dice.pick(shop.roots).id}/release-claim`);
}

function* reverse({ shop, dice, told }: Scene): Iterable<Wish> {
  if (told.redemptions.length === 0) return;
  const amount = dice.pick([undefined, '0.01', '5.00']);
  const body = { reason: 'returned', ...(amount && { amount }) };
  yield post(shop.owner, `/api/redemptions/${dice.pick(told.redemptions)}/reverse`, body);
}

function* payOut({ shop, told }: Scene): Iterable<Wish> {
  yield post(shop.owner, `/api/sites/${shop.siteId}/payouts`, undefined, ({ payouts }) => {
    for (const { id } of payouts as { id: string }[]) remember(told.payouts, id);
  });
}

function* settle({ shop, dice, told }: Scene): Iterable<Wish> {
  if (told.payouts.length === 0) return;
  const url = `/api/payouts/${dice.pick(told.payouts)}`;
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

/** Their answers are looked through for what is somebody else's. */
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
