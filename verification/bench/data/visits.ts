import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import { BENEFIT, EXPIRES_AT, placeOf, qrNameOf, type StreamEvent } from './business.ts';
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
  const data: EventData<'QrScanned'> = {
    ...placeOf(visit.tree),
    scanId,
    period: 1,
    customerId: customerIdOf(visit),
    benefit: BENEFIT,
    qrName: qrNameOf(visit.tree),
    expiresAt: EXPIRES_AT,
    deviceId: idOf(`device ${visit.number % CUSTOMERS}`),
    redemptionCode: codeOf(visit.number),
    redemptionToken: tokenOf(visit),
  };
  return { stream: streams.scan(scanId), event: { type: 'QrScanned', data } };
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
