import { readdirSync, readFileSync } from 'node:fs';
import { followChain } from '@perktree/audit-service/chain/follow-chain';
import { allHeads, publishHead } from '@perktree/audit-service/chain/signed-heads';
import { newPrivateKey, readSigningKey } from '@perktree/audit-service/chain/signing-key';
import { verifyChain } from '@perktree/audit-service/chain/verify-chain';
import { auditHistory } from '@perktree/audit-service/replay/audit-history';
import { derivedId } from '@perktree/audit-service/replay/once-checker';
import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import { closedMonthAnswer } from '@perktree/contracts/audit/report-calls';
import { type EventType, eventSchemas } from '@perktree/contracts/catalogue/events';
import { currentVersion } from '@perktree/contracts/catalogue/upcasters';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { createPool } from '@perktree/platform/postgres/pool';
import { systemTimers } from '@perktree/platform/time/timers';
import type { Pool } from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { startComposedApp } from '../../standalone/testing/composed-app.ts';
import { openBusiness } from '../../standalone/testing/open-business.ts';

const key = readSigningKey(newPrivateKey());
const EVENTS = 'event_store.events';
afterAll(async () => {
  client?.release();
  await pool?.end();
  await composed?.close();
});

/** The store as the transaction of a tampering sees it. */
const store = {
  hasDensePositions: true,
  async head() {
    const { rows } = await client.query(`SELECT coalesce(max(position), 0) AS head FROM ${EVENTS}`);
    return BigInt(rows[0].head);
  },
  async readAll(after: bigint, limit: number) {
    const { rows } = await client.query(`SELECT * FROM ${EVENTS} WHERE position > $1 ORDER BY position LIMIT $2`, [
      ...[after.toString(), limit],
    ]);
    return rows.map(({ event_id: eventId, position, ...row }) => ({ ...row, eventId, position: BigInt(position) }));
  },
};

const CHECKS = ['replay', 'rows', 'chain', 'heads'] as const;
type CheckName = (typeof CHECKS)[number];
type Found = { [C in CheckName]?: readonly string[] };
const NOTHING: Found = { replay: [], rows: [], chain: [], heads: [] };

/** What the checks say of the store after a tampering, which is undone. */
async function foundAfter(sql: string, ...checks: readonly CheckName[]): Promise<Readonly<Found>> {
  const session = client as unknown as Pool;
  await client.query(`BEGIN; ALTER TABLE ${EVENTS} DISABLE TRIGGER USER`);
  try {
    await client.query(sql);
    await client.query(`ALTER TABLE ${EVENTS} ENABLE TRIGGER USER`);
    const found: Found = {};
    const chainOf = async (heads: readonly SignedHead[]) => {
      const options = { store, pool: session, heads, positionsAreNumbers: true, now: composed.clock() };
      const { difference, findings: others } = await verifyChain(options);
      return [...(difference ? [difference] : []), ...others].map(({ kind, message }) => `${kind}: ${message}`);
    };
    if (checks.includes('replay') || checks.includes('rows')) {
      const { findings } = await auditHistory({ store, pool: checks.includes('rows') ? session : null });
      const said = (isRow: boolean) =>
        findings
          .filter(({ stream }) => stream.startsWith('read_models.') === isRow)
          .map((each) => `${each.what}: ${each.expected}, not ${each.found}`);
      Object.assign(found, { replay: said(false), rows: said(true) });
    }
    if (checks.includes('chain')) found.chain = await chainOf([]);
    if (checks.includes('heads')) found.heads = await chainOf(kept);
    return found;
  } finally {
    await client.query('ROLLBACK');
  }
}

const NEXT = `(SELECT max(position) + 1 FROM ${EVENTS})`;
const LAST_OF = (type: string) => `(SELECT max(position) FROM ${EVENTS} WHERE type = '${type}')`;
/** A copy of the last event of a type at the end of its stream, with another text. */
const copied = (type: string, data = 'data', metadata = 'metadata') =>
  `INSERT INTO ${EVENTS} SELECT ${NEXT}, e.stream, (SELECT max(revision) + 1 FROM ${EVENTS} s WHERE s.stream = e.stream),
     gen_random_uuid(), e.type, (${data})::json, (${metadata})::json FROM ${EVENTS} e WHERE e.position = ${LAST_OF(type)}`;
const text = (column: string, ...pairs: readonly (readonly [string, string])[]) =>
  pairs.reduce((sql, [from, to]) => `regexp_replace(${sql}, '${from}', '${to}')`, `${column}::text`);
const UUID = '[0-9a-f-]{36}';
const ID = 'aaaaaaaa-0000-8000-8000-000000000001';
const fresh = (...names: readonly string[]) =>
  text('data', ...names.map((name) => [`"${name}":"${UUID}"`, `"${name}":"${ID}"`] as const));
const ownCommand = text('metadata', [`"commandId":"[^"]+"`, `"commandId":"${ID}"`]);
const set = (type: string, from: string, to: string, column = 'data') =>
  `UPDATE ${EVENTS} SET ${column} = regexp_replace(${column}::text, '${from}', '${to}')::json WHERE position = ${LAST_OF(type)}`;
const row = (table: string, change: string) => `UPDATE read_models.${table} SET ${change}`;
const RECHAINED = 'DELETE FROM audit.signed_heads; DELETE FROM audit.chain_segments';

/** By the check that names it: what is done, and what the check says. */
const TAMPERINGS: Readonly<Record<CheckName, Readonly<Record<string, readonly [sql: string, says: RegExp]>>>> = {
  replay: {
    'a redemption copied with its command': [copied('BenefitRedeemed', fresh('redemptionId')), /^command of an event/],
    'a reversal copied with an id and a command of its own': [
      copied('RedemptionReversed', fresh('reversalId'), ownCommand),
      /^id of an event: one that follows/,
    ],
    'a redemption of a QR that does not exist': [set('BenefitRedeemed', `"qrId":"${UUID}"`, `"qrId":"${ID}"`), /QR/],
    'a redemption whose clock is eight weeks before its position': [
      copied(
        'BenefitRedeemed',
        fresh('redemptionId'),
        text('metadata', ['"recordedAt":"[^"]+"', '"recordedAt":"2020-01-01T00:00:00.000Z"']),
      ),
      /^clock of an event/,
    ],
    'a reversal copied': [copied('RedemptionReversed'), /^reversal of an id/],
    'a reversal of a redemption that does not exist': [
      copied('RedemptionReversed', fresh('redemptionId')),
      /^redemption that is reversed/,
    ],
    'a payout of entries that were never earned': [
      copied('PayoutGenerated', text('data', ['"entryIds":\\["[^"]+"', `"entryIds":["${ID}"`])),
      /^entry of a payout: one that was earned/,
    ],
    'a payment of a payout that does not exist': [copied('PayoutPaid', fresh('payoutId')), /^payout that is settled/],
    'a payment copied': [copied('PayoutPaid'), /^payout before it is settled/],
    'a dispute of a redemption that does not exist': [
      copied('DisputeOpened', fresh('redemptionId')),
      /^QR of a disputed redemption/,
    ],
    'a block copied': [copied('DistributorBlocked'), /^distributor is blocked/],
    'a second owner of a QR': [copied('QrClaimed'), /^owner of a claimed QR/],
    'a QR copied': [copied('RootQrCreated'), /^QR of an id/],
    'a site copied': [copied('SiteCreated'), /^site of an id/],
    'a scan copied': [copied('QrScanned'), /^scan of an id/],
    'an event of a type that does not exist': [
      `INSERT INTO ${EVENTS} VALUES (${NEXT}, 'x', 0, gen_random_uuid(), 'MoneyVanished', '{}', '{}')`,
      /^type of an event/,
    ],
    'another person who confirmed': [
      set('BenefitRedeemed', '"confirmedVia":"self"', '"confirmedVia":"code"'),
      /^confirmed by a person/,
    ],
    'other figures of a closed month': [
      set('MonthClosed', '"earned":"[^"]+"', '"earned":"900.00"'),
      /^earned in a closed month: \d+\.\d\d EUR, not 900\.00 EUR/,
    ],
    'another name of a site': [set('SiteConfigured', '"name":"[^"]+"', '"name":"Other"'), /^id of an event/],
    'another time of an event': [
      set('PayoutPaid', '"recordedAt":"20', '"recordedAt":"19', 'metadata'),
      /^clock of an event/,
    ],
    'another id of an event': [
      `UPDATE ${EVENTS} SET event_id = gen_random_uuid() WHERE type = 'QrClaimed'`,
      /^id of an event/,
    ],
    'the last three events deleted': [
      `DELETE FROM ${EVENTS} WHERE position > (SELECT max(position) - 3 FROM ${EVENTS})`,
      /^last event of the store/,
    ],
    'an event of a stream deleted': [`DELETE FROM ${EVENTS} WHERE type = 'PayoutGenerated'`, /revision in the stream/],
    'a scan deleted': [`DELETE FROM ${EVENTS} WHERE type = 'QrScanned'`, /^scan of the redemption/],
    'the reservation of a code deleted': [
      `DELETE FROM ${EVENTS} WHERE type = 'RedemptionCodeReserved'`,
      /^scan that holds the code/,
    ],
  },
  rows: {
    'an amount in the ledger': [row('ledger_entries', 'amount_minor = amount_minor + 1'), /^amount of an entry/],
    'a row of the ledger that was never earned': [
      `INSERT INTO read_models.ledger_entries SELECT (jsonb_populate_record(one, '{"entry_id": "${ID}"}')).*
     FROM read_models.ledger_entries one LIMIT 1`,
      /^entry that the screens show: an entry of an event/,
    ],
    'the end of a wait for confirmation': [
      row('ledger_entries', 'awaiting_until = matures_at, reversed = NOT reversed'),
      /^(end of the time to confirm|entry that is wholly reversed)/,
    ],
    'a row of the ledger deleted': ['DELETE FROM read_models.ledger_entries', /^entry that the screens show/],
    'the note of a payout': [row('payouts', 'note_id = gen_random_uuid()'), /^note of a payout/],
    'earnings of a month': [row('earnings', 'earned_minor = earned_minor + 1'), /^earnings of a month/],
    'a sale amount of a redemption': [
      row('redemptions', 'sale_minor = sale_minor + 1'),
      /^sale amount of a redemption/,
    ],
    'a customer of a redemption': [row('redemptions', `customer_id = 'eve'`), /^customer of the redemption/],
    'totals of a quarter of an hour': [
      row('activity_totals', 'commission_minor = commission_minor + 1'),
      /^commission of a quarter/,
    ],
  },
  chain: {
    'a key that stands twice in an event': [
      `UPDATE ${EVENTS} SET data = regexp_replace(data::text, '"amount":"', '"amount":"1.00","amount":"')::json WHERE type = 'PayoutPaid'`,
      /^text/,
    ],
    'the secret of the parts': [`UPDATE audit.parts_secret SET secret = sha256('other')`, /^parts/],
    'a signed head': ['UPDATE audit.signed_heads SET chain = root', /^signature/],
    'all signed heads deleted': ['DELETE FROM audit.signed_heads', /head/],
  },
  heads: {
    'the last three events deleted, and the record of the chain': [
      `DELETE FROM ${EVENTS} WHERE position > (SELECT max(position) - 3 FROM ${EVENTS}); ${RECHAINED}`,
      /^missing/,
    ],
    'an amount, with record and heads made again': [
      `${set('BenefitRedeemed', '"qrName":"[^"]+"', '"qrName":"Other"')}; ${RECHAINED}`,
      /^(head|signature|missing)/,
    ],
  },
};

/** An event as a command would have appended it now. */
function genuine(type: string, stream: string, revision: number, data: unknown): string {
  const recordedAt = composed.clock().toISOString();
  const id = derivedId('event', ID, stream, 0, recordedAt, JSON.stringify({ type, data }));
  const metadata = {
    ...{ $correlationId: ID, $causationId: ID, commandId: ID, commandName: 'Configure', schemaVersion: 1, recordedAt },
    actor: { id: 'owner', role: 'site_owner' },
  };
  return `INSERT INTO ${EVENTS} VALUES (${NEXT}, '${stream}', ${revision}, '${id}', '${type}', ${literal(data)}, ${literal(metadata)})`;
}
const literal = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** In docs/explanation/provability.md, "What it does not prove". */
const UNSEEN: Readonly<Record<string, () => string>> = {
  'an event with the id, command and time that a real command would have given it': () =>
    genuine('QuotaReserved', `subscription-${ID}`, 0, {
      ...{ tenantId: ID, quota: 'sites' },
      items: [{ id: ID, stream: `site-${ID}`, until: null }],
    }),
  'a column that replay names as not compared': () => row('payouts', `paid_at = paid_at + interval '1 day'`),
};

let later = 0;
const composed = await startComposedApp({ clock: () => new Date(systemTimers.now() + later) });
const { owner, distributor, customer, siteId, redemptionId, customerToken } = await openBusiness(composed.app, 'store');
const site = `/api/sites/${siteId}`;
await owner.must('POST', `/api/redemptions/${redemptionId}/dispute`, { action: 'open', text: 'Did she get it?' });
const { payouts } = await owner.must('POST', `${site}/payouts`);
await owner.must('POST', `/api/payouts/${payouts[0].id}/mark-paid`, { reference: 'SEPA 1' });
await customer.must('POST', '/api/scan', { token: customerToken });
const { redemptionId: second } = await customer.must('POST', '/api/redeem', { token: customerToken });
await owner.must('POST', `/api/redemptions/${second}/reverse`, { reason: 'Brought back', amount: '1.00' });
await owner.must('POST', `${site}/distributors/${distributor.id}/block`, { reason: 'Spam' });
const month = composed.clock().toISOString().slice(0, 7);
later = 40 * DAY_MS;
const closed = closedMonthAnswer.parse(await owner.must('GET', `${site}/audit/months/${month}`));
const totals = closed.totals.map(({ entries: _, reversals: __, payouts: ___, ...sums }) => sums);
const seen = { position: closed.position, fingerprint: closed.fingerprint, totals };
await owner.must('POST', `${site}/months/${month}/close`, seen);
const behind = `SELECT count(*)::int AS n FROM read_models.projections
  WHERE serving AND position < (SELECT max(position) FROM ${EVENTS})`;
await vi.waitFor(async () => expect((await composed.pool.query(behind)).rows[0].n).toBe(0), { timeout: 15_000 });
await composed.stopProjector();
const pool = createPool({ connectionString: composed.databaseUrl, applicationName: 'spec', max: 1 });
await publishHead(pool, await followChain({ store: composed.store, pool }), { key, now: composed.clock() });
/** Heads that an outsider has kept. */
const kept = await allHeads(pool);
const client = await pool.connect();

describe('a store that was tampered with', () => {
  it('is named by no check before', async () => {
    expect(await foundAfter('SELECT 1', ...CHECKS)).toEqual(NOTHING);
  });

  it.each(CHECKS.flatMap((by) => Object.entries(TAMPERINGS[by]).map(([what, row]) => [what, by, ...row] as const)))(
    '%s is named by %s',
    async (_, by, sql, says) => {
      // With the rows, a replay knows the newest events that were seen, too.
      const found = await foundAfter(sql, by, ...(by === 'replay' ? (['rows'] as const) : []));
      expect(found[by]).toContainEqual(expect.stringMatching(says));
    },
  );

  it.each(Object.entries(UNSEEN))('%s is found by no check, as the documents say', async (_, sql) => {
    expect(await foundAfter(sql(), ...CHECKS)).toEqual(NOTHING);
  });
});

const FIXTURES = new URL('../../../contracts/fixtures/events/', import.meta.url);
const exampleOf = (type: EventType): { readonly metadata: object; readonly examples: readonly { data: unknown }[] } =>
  JSON.parse(readFileSync(new URL(`${type}.v${currentVersion(type)}.json`, FIXTURES), 'utf8'));

describe('a fictitious event by SQL is named by replay', () => {
  it.each(Object.keys(eventSchemas) as EventType[])('%s', async (type) => {
    expect(readdirSync(FIXTURES)).toContain(`${type}.v${currentVersion(type)}.json`);
    const { metadata, examples } = exampleOf(type);
    const about = { ...metadata, commandId: ID, recordedAt: composed.clock().toISOString() };
    const { replay } = await foundAfter(
      `INSERT INTO ${EVENTS} VALUES (${NEXT}, 'site-x', 0, gen_random_uuid(), '${type}',
         ${literal(examples[0]?.data)}, ${literal(about)})`,
      'replay',
    );
    expect(replay?.join('\n')).toMatch(/^(id of an event|stream|site of an event)/m);
  });
});
