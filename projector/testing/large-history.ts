import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import type { StoredEvent } from '@perktree/event-store/port';
import { EVENT_STORE_SCHEMA } from '@perktree/event-store/postgres/migrations';
import { withoutGuard } from '@perktree/event-store/testing/tamper';
import type { Pool } from 'pg';
import { copyIn } from './copy-in.ts';
import { payout, redeemed, reversed, rootCreated, scanned, share, siteCreated, stored, uuid } from './events.ts';

const SITES = 20;
const QRS_OF_A_SITE = 100;
const SETTING_UP = SITES * (1 + 2 * QRS_OF_A_SITE);
/** Events of a visit in turn: scan and redemption; of every tenth one the third is a reversal, of every fiftieth a payout. */
const EPOCH = Date.UTC(2026, 0, 1);
const BATCH = 5_000;

/** The names of sites and QRs come again and again. */
const known = new Map<string, string>();
function knownUuid(name: string): string {
  const found = known.get(name) ?? uuid(name);
  known.set(name, found);
  return found;
}

const site = (number: number) => ({ siteId: knownUuid(`site ${number}`), tenantId: knownUuid(`tenant ${number % 7}`) });
const qrName = (number: number) => `qr ${number}`;
const inTree = (number: number) => ({
  ...site(number % SITES),
  qrId: knownUuid(qrName(number)),
  rootQrId: knownUuid(qrName(number)),
});

/** The event at a place (from 0) in a history that never ends: sites and claimed QRs first, customers from then on. */
function factAt(index: number): AnyEvent {
  if (index < SITES) return siteCreated({ ...site(index), ownerId: `owner ${index % 7}`, name: `Site ${index}` });
  if (index < SETTING_UP) {
    const qr = Math.floor((index - SITES) / 2);
    if ((index - SITES) % 2 === 1) {
      return { type: 'QrClaimed', data: { ...inTree(qr), distributorId: `distributor ${qr % 200}` } };
    }
    const created = rootCreated(qrName(qr));
    return { ...created, data: { ...created.data, ...inTree(qr) } };
  }
  return factOfVisit(Math.floor((index - SETTING_UP) / 3), (index - SETTING_UP) % 3);
}

function factOfVisit(visit: number, step: number): AnyEvent {
  const qr = (visit * 7919) % (SITES * QRS_OF_A_SITE);
  const place = { ...inTree(qr), customerId: `customer ${visit % 5_000}` };
  const redemption = `redemption ${visit}`;
  const owner = `distributor ${qr % 200}`;
  if (step === 0) return scanned(`scan of ${redemption}`, qrName(qr), { ...place, redemptionToken: `token ${visit}` });
  if (step === 1) {
    const shares = [share(`${redemption} entry`, qrName(qr), owner, '10.00', '10.00')];
    const confirmed = visit % 3 ? ({ confirmedVia: 'code', confirmedBy: `staff ${qr % 40}` } as const) : {};
    return redeemed(redemption, qrName(qr), {
      ...place,
      ...confirmed,
      shares,
      deviceId: uuid(`device ${visit % 9_000}`),
      networkId: visit % 3 ? null : uuid(`network ${visit % 3_000}`),
    });
  }
  if (visit % 10 === 3) return reversed(redemption, qrName(qr), place);
  if (visit % 50 === 7) {
    const paid = { ...payout(`payout ${visit}`), ...site(qr % SITES), distributorId: owner };
    const entryIds = [uuid(`${redemption} entry`)];
    return { type: 'PayoutGenerated', data: { ...paid, amount: '10.00', entryIds, settlement: 'by_hand' } };
  }
  return scanned(`other scan ${visit}`, qrName(qr), { ...place, redemptionToken: `other token ${visit}` });
}

/** Some events of the history, at the positions that follow. They are the same whenever they are made. */
function largeHistory(from: number, count: number): readonly StoredEvent[] {
  return Array.from({ length: count }, (_, offset) => {
    const index = from + offset;
    const recordedAt = new Date(EPOCH + index * 20_000).toISOString();
    return stored({
      stream: `history-${index}`,
      revision: 0,
      position: BigInt(index + 1),
      eventId: uuid(`event ${index}`),
      fact: factAt(index),
      metadata: {
        $correlationId: `correlation ${index}`,
        $causationId: `causation ${index}`,
        actor: { id: 'tester', role: 'system' },
        commandId: `command ${index}`,
        commandName: 'test',
        schemaVersion: 1,
        recordedAt,
      },
    });
  });
}

const COLUMNS = ['position', 'stream', 'revision', 'event_id', 'type', 'data', 'metadata'];

/** Writes the history by COPY into the tables of an event store on Postgres without other writers. */
export async function fillEventStore(pool: Pool, from: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += BATCH) {
    const events = largeHistory(from + done, Math.min(BATCH, count - done));
    const rows = events.map((event) => [
      ...[`${event.position}`, event.stream, `${event.revision}`, event.eventId, event.type],
      ...[JSON.stringify(event.data), JSON.stringify(event.metadata)],
    ]);
    await withoutGuard(pool, (client) => copyIn(client, `${EVENT_STORE_SCHEMA}.events`, COLUMNS, rows));
  }
}
