import type { EventData } from '@perktree/contracts/catalogue/events';
import { streams } from '@perktree/contracts/catalogue/streams';
import { allocateCommission, DEFAULT_COMMISSION_RULE } from '@perktree/contracts/commission/registry';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import {
  BENEFIT,
  distributorIdOf,
  EXPIRES_AT,
  OWNER_ID,
  OWNERS_PER_PATH,
  PERCENTS,
  placeOf,
  qrIdOf,
  qrNameOf,
  SALE_AMOUNT,
  type StreamEvent,
} from './business.ts';
import { idOf, redemptionTokenOf } from './names.ts';

const CUSTOMERS = 5_000;
/** Alphabet of redemption codes. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** One customer's scan of the deepest QR of a tree, numbered through all scans of a database. */
export interface Visit {
  readonly number: number;
  readonly tree: number;
}

export const customerIdOf = ({ number }: Visit) => idOf(`customer ${number % CUSTOMERS}`);
export const customerIds = () => Array.from({ length: CUSTOMERS }, (_, n) => idOf(`customer ${n}`));
export const scanIdOf = ({ number }: Visit) => idOf(`scan ${number}`);
/** The token with which staff redeem it. */
export const tokenOf = (visit: Visit) => redemptionTokenOf(scanIdOf(visit));

/** An open scan. */
export function scanOf(visit: Visit): StreamEvent {
  const scanId = scanIdOf(visit);
  return { stream: streams.scan(scanId), event: { type: 'QrScanned', data: scanData(visit, scanId) } };
}

function scanData(visit: Visit, scanId: string): EventData<'QrScanned'> {
  return {
    ...placeOf(visit.tree),
    scanId,
    period: 1,
    customerId: customerIdOf(visit),
    benefit: BENEFIT,
    qrName: qrNameOf(visit.tree),
    expiresAt: EXPIRES_AT,
    deviceId: idOf(`device ${visit.number % CUSTOMERS}`),
    redemptionCode: codeOf(visit.number),
    redemptionToken: redemptionTokenOf(scanId),
  };
}

function codeOf(number: number): string {
  let rest = number;
  let code = '';
  for (let place = 0; place < 6; place += 1) {
    code += ALPHABET[rest % ALPHABET.length];
    rest = Math.floor(rest / ALPHABET.length);
  }
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}

/** The redemption of a visit, as the product stores it. @param at ISO 8601 UTC */
export function redemptionOf(visit: Visit, at: string): StreamEvent {
  const { tree } = visit;
  const scan = scanData(visit, scanIdOf(visit));
  const path = PERCENTS.map((percent, depth) => ({
    qrId: qrIdOf(tree, depth),
    ownerId: depth < OWNERS_PER_PATH ? distributorIdOf(tree, depth) : null,
    percent,
  }));
  const { pool, shares } = allocateCommission(DEFAULT_COMMISSION_RULE, path, SALE_AMOUNT, 'EUR');
  const { redemptionCode: _code, redemptionToken: _token, expiresAt: _expiresAt, customerId, ...scanned } = scan;
  return {
    stream: streams.redemptions(scan.qrId),
    event: {
      type: 'BenefitRedeemed',
      data: {
        ...scanned,
        redemptionId: idOf(`redemption ${visit.number}`),
        customerId: customerId ?? '',
        currency: 'EUR',
        saleAmount: SALE_AMOUNT,
        saleAmountSource: 'default',
        networkId: null,
        reference: null,
        confirmedVia: 'token',
        confirmedBy: OWNER_ID,
        path,
        treeRevision: 6,
        ruleVersion: DEFAULT_COMMISSION_RULE.version,
        ruleSettings: DEFAULT_COMMISSION_RULE.settings,
        pool,
        shares: shares.map((share) => ({ ...share, entryId: idOf(`entry ${visit.number} ${share.qrId}`) })),
        holdDays: 14,
        maturesAt: new Date(Date.parse(at) + 14 * DAY_MS).toISOString(),
        awaitsConfirmation: null,
      },
    },
  };
}
