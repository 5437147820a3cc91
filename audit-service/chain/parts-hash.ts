import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sorted } from '@perktree/event-store/migrate-events/canonical-event';
import type { StoredEvent } from '@perktree/event-store/port';
import type { Pool } from 'pg';

/** A part of an event that can be disclosed without the others. */
export interface ChainPart {
  readonly name: string;
  readonly value: unknown;
}

/** Of an event that earns. */
const EARNED = [
  'siteId',
  'redemptionId',
  'qrId',
  'period',
  'currency',
  'saleAmount',
  'saleAmountSource',
  'ruleVersion',
  'holdDays',
  'maturesAt',
];

/**
 * What each earner of an event may read: ids, times and the sale. Left out are the customer, the actor, the rest of the path,
 * the pool of all shares, and reasons in free text.
 */
const TERMS: Readonly<Record<string, readonly string[]>> = {
  BenefitRedeemed: EARNED,
  RedemptionConfirmed: EARNED,
  RedemptionReversed: [
    'siteId',
    'redemptionId',
    'qrId',
    'period',
    'currency',
    'reversalId',
    'amount',
    'whole',
    'slotFreed',
    'ruleVersion',
    'maturesAt',
  ],
  PayoutPaid: ['siteId', 'payoutId', 'distributorId', 'currency', 'amount', 'entryIds', 'reference', 'noteHash'],
  PayoutReferenceCorrected: ['siteId', 'payoutId', 'distributorId', 'currency', 'reason', 'noteHash'],
  PayoutReturned: ['siteId', 'payoutId', 'distributorId', 'currency', 'amount', 'entryIds'],
  BalanceWrittenOff: ['siteId', 'writeOffId', 'distributorId', 'currency', 'amount', 'entryIds', 'reason'],
};

/** Before version 3, the chain has corrections of a reference as a whole, which a distributor may not read. */
export const isBareCorrection = (type: string, schemaVersion: unknown): boolean =>
  type === 'PayoutReferenceCorrected' && Number(schemaVersion) < 3;

/**
 * The parts of an event, in their order: the hash of the whole event, which binds the others to it, and of an event about money
 * its terms and each of its shares. It takes anything that a store may hold.
 * @param leaf hash of the whole event
 */
export function partsOf(event: StoredEvent, leaf: Buffer): readonly ChainPart[] {
  const whole = { name: 'whole', value: leaf.toString('hex') };
  const shown = TERMS[event.type];
  const { stream, revision, eventId, type } = event;
  const data = objectOf(event.data);
  const { recordedAt, schemaVersion } = objectOf(event.metadata);
  if (shown === undefined || isBareCorrection(type, schemaVersion)) return [whole];
  const terms = {
    stream,
    revision,
    eventId,
    type,
    recordedAt,
    ...only(data, shown),
  };
  const shares = Array.isArray(data.shares) ? data.shares : [];
  return [whole, { name: 'terms', value: terms }, ...shares.map((value, n) => ({ name: `share ${n}`, value }))];
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function only(data: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
}

const LEAF = Buffer.from([0]);

/**
 * The salt of a part. Without it, a reader of the hash could guess the part, because there are few possible amounts.
 * Salts are independent of each other.
 */
export function saltOf(secret: Buffer, number: number, name: string): Buffer {
  return createHmac('sha256', secret).update(`${number} ${name}`).digest();
}

export function hashOfPart(salt: Buffer, { name, value }: ChainPart): Buffer {
  return createHash('sha256')
    .update(salt)
    .update(JSON.stringify([name, sorted(value)]))
    .digest();
}

/**
 * The leaf that stands for an event in the tree over parts: of the hashes of its parts in their order.
 * @param number of the event in the chain, from 1; `leaf`: of the whole event
 */
export function partsLeafOf(event: StoredEvent, leaf: Buffer, number: number, secret: Buffer): Buffer {
  const hash = createHash('sha256').update(LEAF);
  for (const part of partsOf(event, leaf)) hash.update(hashOfPart(saltOf(secret, number, part.name), part));
  return hash.digest();
}

const SECRET_BYTES = 32;

/** Null: nothing was recorded in parts yet. */
export async function readPartsSecret(pool: Pool): Promise<Buffer | null> {
  const { rows } = await pool.query<{ secret: Buffer }>('SELECT secret FROM audit.parts_secret');
  return rows[0]?.secret ?? null;
}

/** The one secret of a store. It is created with the first event, so an unused store stays empty. */
export async function partsSecret(pool: Pool): Promise<Buffer> {
  const there = await readPartsSecret(pool);
  if (there) return there;
  // Of concurrent processes, all use the secret that was inserted first.
  await pool.query('INSERT INTO audit.parts_secret (secret) VALUES ($1) ON CONFLICT DO NOTHING', [
    randomBytes(SECRET_BYTES),
  ]);
  return (await readPartsSecret(pool)) as Buffer;
}
