import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import {
  inTree,
  redeemed,
  rootCreated,
  SITE,
  scanned,
  share,
  siteCreated,
  terms,
  uuid,
} from '@perktree/projector/testing/events';

export type Kind = 'visits' | 'tree edits' | 'one tree' | 'one distributor';
export const KINDS: readonly Kind[] = ['visits', 'tree edits', 'one tree', 'one distributor'];

const ROOTS = 500;
/** Events of a cycle: scans, their redemptions, edits. */
const TURN = 20;
const SCANS = 9;

/**
 * The history of one site: claimed QRs, then visits with some edits of trees, or edits alone. `one tree`: all edits are of one
 * tree. `one distributor`: one person owns every QR and so has every ledger entry.
 */
export function* siteHistory(kind: Kind, events: number): Generator<AnyEvent, void> {
  const roots = kind === 'one tree' ? 1 : ROOTS;
  const ownerOf = (n: number) => (kind === 'one distributor' ? 'distributor 0' : `distributor ${n % 50}`);
  yield siteCreated();
  for (let n = 0; n < roots; n += 1) yield rootCreated(`qr ${n}`, { maxRedemptions: null });
  for (let n = 0; n < roots; n += 1) {
    yield { type: 'QrClaimed', data: { ...inTree(`qr ${n}`), distributorId: ownerOf(n) } };
  }
  for (let n = 1 + 2 * roots; n < events; n += 1) {
    const number = (n * 7919) % roots;
    const step = n % TURN;
    const isEdit = kind === 'tree edits' || kind === 'one tree' || step >= 2 * SCANS;
    if (isEdit) yield edited(number, n);
    else if (step < SCANS) yield scan(number, n);
    else yield redemption(number, n, ownerOf(number));
  }
}

function edited(number: number, n: number): AnyEvent {
  const data = { ...inTree(`qr ${number}`), terms: terms({ name: `Name ${n}`, maxRedemptions: null }) };
  return { type: 'QrEdited', data };
}

const scan = (number: number, n: number): AnyEvent =>
  scanned(`scan ${n}`, `qr ${number}`, { customerId: `customer ${n}`, redemptionToken: `token ${n}` });

function redemption(number: number, n: number, ownerId: string): AnyEvent {
  const qr = `qr ${number}`;
  return redeemed(`redemption ${n}`, qr, {
    customerId: `customer ${n}`,
    scanId: uuid(`scan ${n - SCANS}`),
    path: [{ qrId: uuid(qr), ownerId, percent: '10.00' }],
    shares: [share(`entry ${n}`, qr, ownerId, '10.00', '10.00')],
  });
}

export const SITE_ID = SITE.siteId;
