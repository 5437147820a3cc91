import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { REQUESTS } from '@perktree/apps/standalone/testing/requests';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import { endViewsJob } from '@perktree/command-service/support/end-views-job';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import { streams } from '@perktree/contracts/catalogue/events';
import { isRead } from '@perktree/contracts/catalogue/reads';
import { lookCalls } from '@perktree/contracts/support/look-calls';
import { beforeEach, describe, expect, it } from 'vitest';

type CallName = keyof typeof allCalls;
const log: string[] = [];
beforeEach(() => superadmin.must('POST', '/api/admin/view-as/stop'));

const view = (person: string, role: string, viewer = superadmin) =>
  viewer.call('POST', '/api/admin/view-as', { person, role, reason: 'reported_fault' });
const eventsOf = async (person: Visitor) =>
  (await composed.store.readStream(streams.viewAs(person.id))).map(({ type, data }) => ({
    type,
    ...(data as { readonly viewId: string; readonly ended?: string }),
  }));

const composed = await useComposedApp({ log });
const business = await openBusiness(composed.app, 'view');
const { owner, distributor, siteId, customerToken, redemptionId, customer, staff } = business;
const superadmin = await new Visitor(composed.app, 'superadmin').register('customer');
await composed.identity.grantSuperadmin(superadmin.email);

describe('viewing the product as another person', () => {
  it('shows what the person sees, by the person’s own rights', async () => {
    expect((await view(owner.email.toUpperCase(), 'site_owner')).status).toBe(201);
    const { viewedUntil, ...user } = await superadmin.must('GET', '/api/auth/user');
    expect(user).toEqual(await owner.must('GET', '/api/auth/user'));
    expect(Date.parse(viewedUntil) - composed.clock().getTime()).toBeGreaterThan(29 * 60_000);
    for (const path of ['/api/auth/user-role', '/api/me/sites', `/api/sites/${siteId}/redemptions`, '/api/me/plan']) {
      expect(await superadmin.must('GET', path), path).toEqual(await owner.must('GET', path));
    }
    expect((await superadmin.call('GET', '/api/admin/projections')).status).toBe(403);

    await superadmin.must('POST', '/api/admin/view-as/stop');
    expect((await superadmin.must('GET', '/api/auth/user')).id).toBe(superadmin.id);
    await view(distributor.id, 'distributor');
    const ledger = '/api/distributors/me/ledger';
    expect(await superadmin.must('GET', ledger)).toEqual(await distributor.must('GET', ledger));
    expect((await superadmin.call('GET', `/api/sites/${siteId}/redemptions`)).status).toBe(403);
  });

  it('refuses every call that is not a read, and the export of everything', async () => {
    await view(business.owner.id, 'site_owner');
    const id = redemptionId;
    const things = {
      ...{ ...business, redemptionToken: customerToken, pictureHash: '0'.repeat(64) },
      ...{ scanId: id, fileId: id, entryId: id, payoutId: id, sessionId: id, keyId: id, tenantId: id },
      ...{ endpointId: id, deliveryId: id, keyedEndpointId: id, keyedDeliveryId: id },
      ...{ spareStaffId: id, auditorId: id, auditedUntil: '2020-01-01', distributorId: id },
    };
    const head = await composed.store.head();
    const asked: string[] = [];
    for (const name of Object.keys(allCalls) as CallName[]) {
      const { method, path, access } = allCalls[name];
      // Programs have no session.
      if (typeof access === 'object' && 'key' in access) continue;
      if (name === 'stopViewing' || (isRead(method, path) && name !== 'exportOwnData')) continue;
      const { params = {}, body } = REQUESTS[name](things);
      const url = path.replace(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '');
      const answer = await superadmin.call(method, url, body);
      expect([answer.status, answer.body.code], name).toEqual([403, 'VIEWING_ONLY']);
      asked.push(name);
    }
    expect(asked.length).toBeGreaterThan(30);
    expect(log.filter((line) => line.includes('"stack"'))).toEqual([]);
    const { rows } = await composed.pool.query(
      'SELECT command FROM command_service.refusals WHERE person_id = $1 AND actor_id = $1 AND code = $2 ORDER BY command',
      [superadmin.id, 'VIEWING_ONLY'],
    );
    expect(rows.map(({ command }) => command)).toEqual(['claim', 'redeem', 'scan']);
    expect(await composed.store.head()).toBe(head);
    // The same with an idempotency key, which is checked before the call.
    const keyed = { 'idempotency-key': 'viewing' };
    const withKey = await superadmin.send('POST', '/api/sites', { name: 'Mine', currency: 'EUR' }, keyed);
    expect(withKey.body.code).toBe('VIEWING_ONLY');
  });

  it('is for superadmins only, of people who are none, in a role that they have', async () => {
    const other = await new Visitor(composed.app, 'other-superadmin').register('customer');
    await composed.identity.grantSuperadmin(other.email);
    expect((await view(other.id, 'customer')).body.code).toBe('VIEW_NOT_ALLOWED');
    expect((await view(superadmin.email, 'customer')).body.code).toBe('VIEW_NOT_ALLOWED');
    expect((await view(business.customer.id, 'site_owner')).body.code).toBe('ROLE_NOT_HELD');
    for (const unknown of ['nobody@example.test', 'no-id', business.siteId]) {
      expect((await view(unknown, 'customer')).body.code).toBe('PERSON_NOT_FOUND');
    }
    expect((await view('a@b.test\u0000', 'customer')).body.code).toBe('VALIDATION_FAILED');
  });

  it('ends at once if the person becomes a superadmin or the viewer ceases to be one', async () => {
    const rising = await new Visitor(composed.app, 'rising').register('customer');
    await view(rising.id, 'customer');
    expect((await superadmin.must('GET', '/api/auth/user')).id).toBe(rising.id);
    await composed.identity.grantSuperadmin(rising.email);
    expect((await superadmin.must('GET', '/api/auth/user')).id).toBe(superadmin.id);

    const falling = await new Visitor(composed.app, 'falling').register('customer');
    await composed.identity.grantSuperadmin(falling.email);
    await view(owner.id, 'site_owner', falling);
    await composed.identity.accounts.revokeRole(falling.id, 'superadmin');
    expect((await falling.must('GET', '/api/auth/user')).id).toBe(falling.id);
  });

  it('is written down with its beginning and its end, and told on the person’s timeline to superadmins alone', async () => {
    await view(customer.id, 'customer');
    await superadmin.must('POST', '/api/admin/view-as/stop');
    const events = await eventsOf(customer);
    expect(events).toMatchObject([
      { type: 'ViewAsStarted', viewerId: superadmin.id, userId: customer.id, role: 'customer' },
      { type: 'ViewAsEnded', viewerId: superadmin.id, viewId: events[0]?.viewId, ended: 'stopped' },
    ]);
    const told = async (who: Visitor) => {
      const timeline = await who.must('GET', `/api/support/customer/${customer.id}/timeline`);
      return timeline.map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith('View'));
    };
    expect(await told(superadmin)).toEqual(['ViewAsEnded', 'ViewAsStarted']);
    expect(await told(owner)).toEqual([]);
  });

  it('is told to the owner of the business, with who viewed and why, and to no other', async () => {
    const other = await new Visitor(composed.app, 'other-owner').register('business');
    const body = { person: owner.id, role: 'site_owner', reason: 'other', note: 'Asked by the bank' };
    const { viewId } = await superadmin.must('POST', '/api/admin/view-as', body);
    await superadmin.must('POST', '/api/admin/view-as/stop');
    const looksOf = async (who: Visitor) => lookCalls.looks.answer.parse(await who.must('GET', '/api/looks'));
    expect((await looksOf(owner)).find(({ id }) => id === viewId)).toMatchObject({
      ...{ viewerId: superadmin.id, viewerName: 'superadmin', role: 'superadmin', area: 'Support', looks: 1 },
      ...{ isEverywhere: false, subject: owner.id, reason: 'other', note: 'Asked by the bank' },
    });
    expect((await looksOf(other)).map(({ reason }) => reason).filter((reason) => reason !== null)).toEqual([]);
    const csv = await composed.app.inject({ url: '/api/looks', headers: { ...owner.headers, accept: 'text/csv' } });
    expect(csv.body).toContain('Other,Asked by the bank');
    for (const wrong of [{ reason: '' }, { note: ' ' }])
      expect((await superadmin.call('POST', '/api/admin/view-as', { ...body, ...wrong })).body.code).toBe(
        'VALIDATION_FAILED',
      );
  });

  it('is over after half an hour, and with the viewer’s session, and its end is written down then', async () => {
    const { log: logger } = composed.app;
    const handler = createCommandHandler({ store: composed.store, logger });
    const job = endViewsJob({ handler, logger, clock: composed.clock, views: composed.identity.views });
    await view(staff.id, 'staff');
    await job.run();
    expect((await eventsOf(staff)).map(({ type }) => type)).toEqual(['ViewAsStarted']);
    await composed.pool.query(`UPDATE identity.views SET until = now() - interval '1 second'`);
    await composed.identity.accounts.grantRole(staff.id, 'staff');
    expect((await superadmin.must('GET', '/api/auth/user')).id).toBe(superadmin.id);

    const leaving = await new Visitor(composed.app, 'leaving').register('customer');
    await composed.identity.grantSuperadmin(leaving.email);
    await view(distributor.id, 'distributor', leaving);
    await composed.app.inject({ method: 'POST', url: '/api/logout', headers: { cookie: leaving.cookie } });
    for (let times = 0; times < 2; times += 1) await job.run();
    expect((await eventsOf(staff)).map(({ ended }) => ended)).toEqual([undefined, 'expired']);
    expect((await eventsOf(distributor)).at(-1)).toMatchObject({ type: 'ViewAsEnded', ended: 'signed_out' });
    expect((await composed.pool.query('SELECT 1 FROM identity.views')).rowCount).toBe(0);
  });
});
