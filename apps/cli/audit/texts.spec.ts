import { readFileSync } from 'node:fs';
import { SECRET_KEY, StripeDouble, WEBHOOK_SECRET } from '@perktree/command-service/payments/testing/stripe-double';
import type { StoredEvent } from '@perktree/event-store/port';
import { eraseKeptNotes } from '@perktree/identity/notes';
import { afterAll, describe, expect, it } from 'vitest';
import { type ComposedOptions, startComposedApp } from '../../standalone/testing/composed-app.ts';
import { openBusiness } from '../../standalone/testing/open-business.ts';
import { PASSWORD } from '../../standalone/testing/visitor.ts';
import { runCommand, sessionOn } from '../testing/run-command.ts';
import type { AuditOutcome } from './audit.ts';

/** Every kind of text, in the order in which the history below writes them. */
const KINDS = [
  ['DisputeOpened', 'note of a dispute', 'Did she get it?'],
  ['DisputeAnswered', 'note of a dispute', 'She did.'],
  ['DisputeClosed', 'note of a dispute', 'Settled.'],
  ['PayoutPaid', 'payment reference', 'SEPA 2026-1'],
  ['PayoutReferenceCorrected', 'corrected payment reference', 'SEPA 2026-11'],
  ['PayoutReturned', 'reason of a returned payout', 'Account closed'],
  ['PayoutCancelled', 'reason of a cancelled payout', 'Not now'],
  ['RedemptionReversed', 'reason of a reversal', 'Brought back'],
  ['BalanceWrittenOff', 'note of a write-off', 'Moved away'],
  ['DistributorBlocked', 'reason of a block', 'Spam'],
] as const;

const stripe = new StripeDouble();

/** Opens a business in which every kind of text is written. */
async function openWithTexts(options: ComposedOptions = {}) {
  const prices = { pro: 'price_1Pro', ultra: 'price_1Ultra' };
  const composed = await startComposedApp({
    stripe: { apiBase, prices, secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET },
    ...options,
  });
  const business = await openBusiness(composed.app, 'texts');
  const { owner, distributor, siteId, redemptionId } = business;
  const site = `/api/sites/${siteId}`;
  await distributor.must('POST', '/api/distributors/me/payout-account');
  const redemption = `/api/redemptions/${redemptionId}`;
  for (const [action, text] of [
    ['open', 'Did she get it?'],
    ['answer', 'She did.'],
    ['close', 'Settled.'],
  ])
    await owner.must('POST', `${redemption}/dispute`, { action, text });
  const generated = async () => `/api/payouts/${(await owner.must('POST', `${site}/payouts`)).payouts[0].id}`;
  const first = await generated();
  await owner.must('POST', `${first}/mark-paid`, { reference: 'SEPA 2026-1' });
  await owner.must('POST', `${first}/reference`, { reference: 'SEPA 2026-11', reason: 'typing_mistake' });
  await owner.must('POST', `${first}/return`, { reason: 'Account closed' });
  await owner.must('POST', `${await generated()}/cancel`, { reason: 'Not now' });
  await owner.must('POST', `${await generated()}/mark-paid`, { reference: 'SEPA 2026-2' });
  await owner.must('POST', `${redemption}/reverse`, { reason: 'Brought back' });
  const debt = { currency: 'EUR', amount: '-10.00', reason: 'uncollectible', note: 'Moved away' };
  await owner.must('POST', `${site}/distributors/${distributor.id}/write-off`, debt);
  await owner.must('POST', `${site}/distributors/${distributor.id}/block`, { reason: 'Spam' });
  return { composed, business, site };
}

const apiBase = await stripe.start();
const { composed, business, site } = await openWithTexts();
afterAll(async () => {
  await composed.close();
  await stripe.stop();
});

const audit = () => business.owner.must('GET', `${site}/audit`);
const replay = async () => {
  const session = sessionOn(composed.databaseUrl);
  return (await runCommand(session, 'audit', 'replay')) as AuditOutcome & { json: { texts: object } };
};
const change = (sql: string, values: readonly unknown[] = []) => composed.pool.query(sql, [...values]);
async function eventOf(type: string): Promise<StoredEvent & { data: { noteId: string; noteHash: string } }> {
  const event = (await composed.store.readAll(0n, 10_000)).find((each) => each.type === type);
  return event as StoredEvent & { data: { noteId: string; noteHash: string } };
}

describe('texts that events refer to', () => {
  it('are in no event, nor are their salts; the audits of the site and of the store compare them all', async () => {
    const stored = JSON.stringify((await composed.store.readAll(0n, 10_000)).map(({ data }) => data));
    const { rows } = await change('SELECT text, salt FROM identity.notes');
    expect(rows.filter(({ text, salt }) => stored.includes(text) || stored.includes(salt))).toEqual([]);
    expect(new Set(rows.map(({ salt }) => salt)).size).toBe(KINDS.length + 2);
    // Two payments; a name and an account.
    const texts = { compared: KINDS.length + 3, erased: 0, beforeHashes: 0, differences: 0 };
    expect(await audit()).toMatchObject({ texts, differences: 0, findings: [] });
    const { json, differs, text } = await replay();
    expect(json.texts).toEqual(texts);
    expect(differs).toBe(false);
    expect(text).toContain(
      `Compared ${texts.compared} texts, names and accounts with their hashes; 0 are erased, 0 were recorded before hashes.`,
    );
  });

  it('of each kind: a changed, unsalted or missing one is named by its event', async () => {
    const named = await Promise.all(
      KINDS.map(async ([type, what, text]) => {
        const { eventId, data } = await eventOf(type);
        const { rows } = await change('SELECT text FROM identity.notes WHERE note_id = $1', [data.noteId]);
        expect(rows, type).toEqual([{ text }]);
        return { noteId: data.noteId, finding: { eventId, what, expected: 'the text of the hash in the event' } };
      }),
    );
    const ids = named.map(({ noteId }) => noteId);
    await change('CREATE TABLE kept AS SELECT * FROM identity.notes');
    for (const [set, found] of [
      [`text = text || '.'`, 'another text'],
      ['salt = NULL', 'a text without its salt'],
      ['text = NULL', 'a text that is missing'],
    ]) {
      await change(`UPDATE identity.notes SET ${set} WHERE note_id = ANY($1)`, [ids]);
      const { differences, findings } = await audit();
      expect(differences, found).toBe(KINDS.length);
      for (const { finding } of named) expect(findings).toContainEqual(expect.objectContaining({ ...finding, found }));
      await change('TRUNCATE identity.notes; INSERT INTO identity.notes SELECT * FROM kept');
    }
    await change('DROP TABLE kept');
    expect(await audit()).toMatchObject({ differences: 0, findings: [] });
  });

  it('that were deleted, or exchanged with those of another event, are named by the operator’s replay, too', async () => {
    const { data: paid, eventId } = await eventOf('PayoutPaid');
    const { data: blocked } = await eventOf('DistributorBlocked');
    await change('CREATE TABLE kept AS SELECT * FROM identity.notes');
    await change(
      `UPDATE identity.notes SET text = one.text, salt = one.salt
       FROM identity.notes AS one WHERE notes.note_id = $1 AND one.note_id = $2`,
      [paid.noteId, blocked.noteId],
    );
    await change('DELETE FROM identity.notes WHERE note_id = $1', [blocked.noteId]);
    const { differs, text, csv } = await replay();
    expect(differs).toBe(true);
    expect(text).toMatch(/Compared 13 texts, names and accounts with their hashes, 2 of them different or missing;/);
    expect(csv).toContain(`${eventId},`);
    expect(csv).toMatch(/payment reference,the text of the hash in the event,another text/);
    expect(csv).toMatch(/reason of a block,the text of the hash in the event,a text that is missing/);
    await change('TRUNCATE identity.notes; INSERT INTO identity.notes SELECT * FROM kept; DROP TABLE kept');
  });
});

describe('a payee', () => {
  const person = () => business.distributor.id;
  const found = async (what: string) =>
    (await audit()).findings.flatMap((finding: { what: string; found: string; distributor: { id: string } }) =>
      finding.what === what ? [`${finding.found}: ${finding.distributor.id}`] : [],
    );

  it('whose name was changed in the database is named by the event; a name that the person changes is an event', async () => {
    expect((await eventOf('PayeeNamed')).data).toMatchObject({ userId: person(), formerHash: null });
    await change(`UPDATE identity.users SET first_name = 'Eve' WHERE id = $1`, [person()]);
    expect(await found('name of a payee')).toEqual([`another name: ${person()}`]);
    const { differs, csv } = await replay();
    const verified = await runCommand(sessionOn(composed.databaseUrl), 'verify');
    expect([verified.differs, verified.text]).toEqual([
      true,
      expect.stringMatching(/DIFFERENT {2}name of a payee: another name, event/),
    ]);
    expect([differs, csv]).toEqual([
      true,
      expect.stringMatching(/name of a payee,the name of the hash in the event,another name/),
    ]);
    await business.distributor.must('PUT', '/api/me/profile', { firstName: 'Dana', lastName: 'Diaz' });
    expect(await found('name of a payee')).toEqual([]);
    const stored = await composed.store.readStream(`payee-${person()}`);
    const named = stored.filter(({ type }) => type === 'PayeeNamed');
    expect(named.at(-1)).toMatchObject({
      data: { formerHash: (await eventOf('PayeeNamed')).data.noteHash },
      metadata: { actor: { id: person() }, commandName: 'NamePayee' },
    });
    expect(JSON.stringify(stored.map(({ data }) => data))).not.toMatch(/Dana|Diaz|acct_/);
  });

  it('whose payout account was changed, or removed, in the database is named by the event', async () => {
    const { metadata, data } = await eventOf('PayoutAccountChanged');
    expect([metadata, data]).toMatchObject([{ actor: { id: person() } }, { userId: person(), formerHash: null }]);
    const account = `acct_${person()}`;
    const set = (value: string) => change('UPDATE command_service.payout_accounts SET account = $1', [value]);
    await set('acct_eve');
    expect(await found('payout account')).toEqual([`another account: ${person()}`]);
    expect((await replay()).csv).toMatch(/payout account,the account of the hash in the event,another account/);
    await set(account);
    expect(await found('payout account')).toEqual([]);
    const { rows } = await change('DELETE FROM command_service.payout_accounts RETURNING user_id, account, salt');
    expect(await found('payout account')).toEqual([`an account that is missing: ${person()}`]);
    await change('INSERT INTO command_service.payout_accounts VALUES ($1, $2, $3)', Object.values(rows[0]));
    expect(await found('payout account')).toEqual([]);
  });
});

describe('texts of an erased person', () => {
  const kept = async () => {
    const { rows } = await change('SELECT text FROM identity.notes WHERE text IS NOT NULL AND salt IS NOT NULL');
    return rows.map(({ text }) => text).sort();
  };
  const EVIDENCE = ['Account closed', 'SEPA 2026-1', 'SEPA 2026-11', 'SEPA 2026-2', 'distributor-texts'];

  it('go with their salts and are reported as erased, but for evidence of payments, which is still compared', async () => {
    const { distributor } = business;
    const { recordedAt } = (await eventOf('PayoutPaid')).metadata as { recordedAt: string };
    // The site is in no country, so ten years from the end of this one.
    const until = `${new Date(recordedAt).getUTCFullYear() + 11}-01-01T00:00:00.000Z`;
    expect(await distributor.must('GET', '/api/me/open-balance')).toMatchObject({ keptUntil: until });
    const erased = await distributor.must('POST', '/api/me/erase', { password: PASSWORD });
    expect(erased).toEqual({ success: true, keptUntil: until });
    expect(await kept()).toEqual(EVIDENCE);
    const { texts, findings } = await audit();
    expect(findings).toEqual([]);
    // Notes of the dispute, of the cancelled payout, the reversal, the write-off and the block; the last name; the account.
    expect(texts).toEqual({ compared: EVIDENCE.length, erased: 9, beforeHashes: 0, differences: 0 });
    expect(await business.owner.must('GET', `${site}/payouts`)).toEqual(
      expect.arrayContaining([expect.objectContaining({ reference: 'SEPA 2026-2', name: 'Deleted user' })]),
    );
  });

  it('are erased by the job when the time of the law is over, and not before', async () => {
    const { rows } = await change('SELECT max(kept_until) AS until FROM identity.notes');
    const { until } = rows[0] as { until: Date };
    await eraseKeptNotes(composed.pool, new Date(until.getTime() - 1));
    expect(await kept()).toEqual(EVIDENCE);
    await eraseKeptNotes(composed.pool, until);
    expect(await kept()).toEqual([]);
    expect(await audit()).toMatchObject({ texts: { compared: 0, erased: EVIDENCE.length + 9 }, findings: [] });
  });
});

it('are read by the previous release while the way back to it is kept: no event is in a version that it does not know', async () => {
  const kept = await openWithTexts({ keepsWayBack: true });
  const file = new URL('../../../contracts/fixtures/previous-release.json', import.meta.url);
  const { schemaVersions } = JSON.parse(readFileSync(file, 'utf8'));
  const events = await kept.composed.store.readAll(0n, 10_000);
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(KINDS.map(([type]) => type)));
  const unknown = events.filter(({ type, metadata }) => {
    const { schemaVersion } = metadata as { schemaVersion: number };
    return schemaVersion > (schemaVersions[type] ?? 1);
  });
  expect(unknown.map(({ type }) => type)).toEqual([]);
  await kept.composed.close();
});
