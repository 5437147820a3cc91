import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { PASSWORD, Visitor } from '@perktree/apps/standalone/testing/visitor';
import { supportCalls } from '@perktree/contracts/support/calls';
import { describe, expect, it } from 'vitest';

const composed = await useComposedApp();
const a = await openBusiness(composed.app, 'a');
const b = await openBusiness(composed.app, 'b');
const superadmin = await new Visitor(composed.app, 'superadmin').register('customer');
await composed.identity.grantSuperadmin(superadmin.email);

async function find(who: Visitor, q: string) {
  const found = await who.must('POST', '/api/support/search', { q });
  return supportCalls.supportSearch.answer.parse(found);
}
async function timeline(who: Visitor, kind: string, id: string) {
  return supportCalls.supportTimeline.answer.parse(await who.must('GET', `/api/support/${kind}/${id}/timeline`));
}
const kinds = (found: readonly { kind: string; id: string }[]) => found.map(({ kind, id }) => `${kind} ${id}`);

describe('the search of support of an owner', () => {
  it('finds a redemption by its code, however it is typed, and by the ids of what belongs to it', async () => {
    const [scan] = await a.customer.must('GET', '/api/me/export').then(({ records }) => records.scans);
    const [entry] = await a.distributor.must('GET', '/api/distributors/me/ledger');
    const { rows } = await composed.pool.query(
      'SELECT redemption_code AS code FROM read_models.scans WHERE scan_id = $1',
      [scan.scanId],
    );
    const { code } = rows[0];
    const redemption = `redemption ${a.redemptionId}`;
    for (const typed of [code, ` ${code.toLowerCase().replace('-', '')} `, a.redemptionId, entry.id])
      expect(kinds(await find(a.owner, typed))).toEqual([redemption]);
    expect(kinds(await find(a.owner, scan.scanId))).toEqual([redemption, `customer ${a.customer.id}`]);
  });

  it('finds people by their address while it is held, and QRs by names', async () => {
    expect(await find(a.owner, a.customer.email.toUpperCase())).toMatchObject([
      { kind: 'customer', id: a.customer.id, email: null },
    ]);
    expect(await find(superadmin, a.customer.email)).toMatchObject([{ id: a.customer.id, email: a.customer.email }]);
    expect(kinds(await find(a.owner, a.distributor.email))).toEqual([`distributor ${a.distributor.id}`]);
    expect(kinds(await find(a.owner, 'unclaim'))).toEqual([`qr ${a.unclaimedQrId}`]);
    for (const site of [a.siteId, 'café A'])
      expect(kinds(await find(a.owner, site)).sort()).toEqual([`qr ${a.qrId}`, `qr ${a.unclaimedQrId}`].sort());
    for (const nothing of ['100%', 'nobody@example.test', '_____', '222-222'])
      expect(await find(a.owner, nothing)).toEqual([]);
  });
});

describe('a timeline of support', () => {
  it('names actor, action and reason for a redemption', async () => {
    const [payout] = (await b.owner.must('POST', `/api/sites/${b.siteId}/payouts`)).payouts;
    await b.owner.must('POST', `/api/payouts/${payout.id}/mark-paid`, { reference: 'SEPA 7' });
    await b.owner.must('POST', `/api/redemptions/${b.redemptionId}/reverse`, { reason: 'cold soup', amount: '40.00' });
    const events = await timeline(b.owner, 'redemption', b.redemptionId);
    expect(events.map(({ type }) => type)).toEqual([
      ...['RedemptionReversed', 'PayoutPaid', 'PayoutGenerated', 'BenefitRedeemed', 'QrScanned'],
    ]);
    const [reversed, paid, , redeemed] = events;
    // Site owners see names only.
    const owner = { id: b.owner.id, name: 'owner-b', email: null };
    expect(JSON.stringify(events)).not.toContain('@');
    expect(reversed).toMatchObject({ reason: 'cold soup', amount: '40.00', currency: 'EUR' });
    expect(reversed?.actor).toEqual({ role: 'site_owner', person: owner });
    expect(paid).toMatchObject({ reason: 'SEPA 7', payoutId: payout.id, distributor: { id: b.distributor.id } });
    expect(redeemed).toMatchObject({
      amount: '100.00',
      customer: { id: b.customer.id, name: b.customer.name, email: null },
      site: { id: b.siteId, name: 'Café b' },
      qr: { id: b.qrId, name: 'Claimed' },
      entries: [{ owner: { id: b.distributor.id }, amount: '10.00' }],
    });
    const told = await timeline(superadmin, 'redemption', b.redemptionId);
    expect(told).toHaveLength(5);
    expect(told[0]?.actor.person).toEqual({ ...owner, email: b.owner.email });
  });

  it('shows an erased person as erased, and finds them by their address no more', async () => {
    const { email, id } = b.customer;
    await b.customer.must('POST', '/api/me/erase', { password: PASSWORD });
    expect(await find(b.owner, email)).toEqual([]);
    const [scan] = (await timeline(b.owner, 'customer', id)).toReversed();
    expect(scan?.actor.person).toEqual({ id, name: 'Deleted user', email: null });
    expect(await find(b.owner, id)).toMatchObject([{ kind: 'customer', title: 'Deleted user', email: null }]);
  });
});

describe('a dispute', () => {
  const note = (who: Visitor, redemptionId: string, action: string, text: string) =>
    who.call('POST', `/api/redemptions/${redemptionId}/dispute`, { action, text });

  it('is opened, answered and closed by the owner and by superadmins, and told where the redemption is', async () => {
    const opened = await note(a.owner, a.redemptionId, 'open', 'Anna says she paid 60.\nReceipt 4711.');
    expect(opened).toMatchObject({ status: 201, body: { redemptionId: a.redemptionId, state: 'open' } });
    for (const id of [a.redemptionId, a.redemptionId.toUpperCase()]) {
      expect((await note(a.owner, id, 'open', 'again')).body.code).toBe('DISPUTE_OPEN');
    }
    const pending = supportCalls.disputes.answer.parse(await a.owner.must('GET', '/api/support/disputes'));
    expect(pending).toMatchObject([{ redemptionId: a.redemptionId, title: 'Claimed', state: 'open', notes: 1 }]);
    expect(await superadmin.must('GET', '/api/support/disputes')).toEqual(pending);
    expect(await b.owner.must('GET', '/api/support/disputes')).toEqual([]);
    expect((await note(superadmin, a.redemptionId, 'answer', 'The till says 60, too.')).body.state).toBe('answered');
    const subject = await a.owner.must('GET', `/api/support/redemption/${a.redemptionId}`);
    expect(subject.dispute).toBe('answered');
    for (const [kind, id] of [
      ['redemption', a.redemptionId],
      ['customer', a.customer.id],
      ['qr', a.qrId],
      ['distributor', a.distributor.id],
    ] as const) {
      const [answered, first] = await timeline(a.owner, kind, id);
      expect(answered, kind).toMatchObject({ type: 'DisputeAnswered', reason: 'The till says 60, too.' });
      expect(answered?.actor).toMatchObject({ role: 'superadmin', person: { id: superadmin.id } });
      expect(first, kind).toMatchObject({ type: 'DisputeOpened', reason: 'Anna says she paid 60.\nReceipt 4711.' });
    }
  });

  it('shows distributors that there is one, without its notes', async () => {
    const [entry] = await a.distributor.must('GET', '/api/distributors/me/ledger');
    const path = `/api/ledger/${entry.id}/explanation`;
    const seenBy = async (who: Visitor) =>
      (await who.must('GET', path)).followed.filter(({ kind }: { kind: string }) => kind.startsWith('dispute'));
    expect(await seenBy(a.distributor)).toMatchObject([
      { kind: 'dispute_opened', note: null },
      { kind: 'dispute_answered', note: null },
    ]);
    expect(await seenBy(a.owner)).toMatchObject([
      { note: expect.stringContaining('Anna') },
      { note: 'The till says 60, too.' },
    ]);
  });

  const notesAboutGuest = () =>
    composed.pool.query('SELECT text FROM identity.notes WHERE $1 = ANY(about) ORDER BY written_at', [a.customer.id]);

  it('is written once under an Idempotency-Key, and refused where it is not one’s own or not well-formed', async () => {
    const path = `/api/redemptions/${a.redemptionId}/dispute`;
    const send = (text: string) =>
      a.owner.send('POST', path, { action: 'close', text }, { 'idempotency-key': 'closing' });
    const [first, second] = [await send('Mended.'), await send('Mended.')];
    expect([first.status, second.body]).toEqual([201, first.body]);
    expect((await send('Other.')).status).toBe(409);
    expect((await note(a.owner, a.redemptionId, 'close', 'again')).body.code).toBe('NO_OPEN_DISPUTE');
    expect((await note(b.owner, a.redemptionId, 'open', 'mine?')).body.code).toBe('REDEMPTION_NOT_FOUND');
    for (const text of ['', '   ', 'x'.repeat(1001), 'bell \u0007']) {
      expect((await note(a.owner, a.redemptionId, 'open', text)).body.code).toBe('VALIDATION_FAILED');
    }
    const { rows } = await notesAboutGuest();
    expect(rows.map(({ text }) => text.slice(0, 7))).toEqual(['Anna sa', 'The til', 'Mended.']);
  });

  it('keeps no text in events, exports it to its author, and deletes it with the people that it may be about', async () => {
    const events = (await composed.store.readAll(0n, 10_000)).map(({ data }) => JSON.stringify(data));
    expect(events.filter((text) => text.includes('Receipt 4711'))).toEqual([]);
    const { notes } = await a.owner.must('GET', '/api/me/export');
    expect(notes.map(({ text }: { text: string }) => text.slice(0, 4))).toEqual(['Mend', 'Anna']);
    await a.customer.must('POST', '/api/me/erase', { password: PASSWORD });
    const told = (await timeline(a.owner, 'redemption', a.redemptionId)).filter(({ type }) =>
      type.startsWith('Dispute'),
    );
    expect(told.map(({ type }) => type)).toEqual(['DisputeClosed', 'DisputeAnswered', 'DisputeOpened']);
    expect(told.map(({ reason }) => reason)).toEqual([null, null, null]);
    expect((await notesAboutGuest()).rows.map(({ text }) => text)).toEqual([null, null, null]);
  });
});

it('a person who only left refused attempts is found by the owner of the site and by superadmins, and by no other owner', async () => {
  const { owner, siteId, qrId, customerToken } = await openBusiness(composed.app, 'closing');
  await owner.must('POST', `/api/sites/${siteId}/qrs/${qrId}/deactivate`);
  const refused = await new Visitor(composed.app, 'refused').register('customer');
  expect(await refused.must('POST', '/api/scan', { token: customerToken })).toMatchObject({ success: false });
  expect(await find(owner, refused.email)).toMatchObject([{ kind: 'customer', id: refused.id, email: null }]);
  expect(await owner.must('GET', `/api/support/customer/${refused.id}`)).toMatchObject({ id: refused.id });
  expect(await find(superadmin, refused.id)).toMatchObject([{ kind: 'customer', id: refused.id }]);
  expect(await find(b.owner, refused.email)).toEqual([]);
});
