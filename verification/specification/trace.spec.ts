import { runCommand, sessionOn } from '@perktree/apps/cli/testing/run-command';
import { traceOf, traceText } from '@perktree/apps/cli/trace';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { PASSWORD } from '@perktree/apps/standalone/testing/visitor';
import { codeAt } from '@perktree/identity/testing/authenticator';
import { expect, it } from 'vitest';

interface Line {
  readonly msg: string;
  readonly correlationId?: string;
  readonly [field: string]: unknown;
}

const log: string[] = [];
const composed = await useComposedApp({ log });
const business = await openBusiness(composed.app, 'traced');
const { owner, siteId, staff, customer, distributor, customerToken, distributorToken } = business;

it('the trace of a request leads from the answer to the command, to its events and to where they stand, by one id', async () => {
  await owner.must('POST', `/api/sites/${siteId}/qrs`, { name: 'Traced', type: 'TEXT_REWARD', textReward: 'Tea' });
  const lines = log.map((line): Line => JSON.parse(line));
  const { correlationId } = lines.findLast(({ msg }) => msg === 'answered') ?? {};
  const own = lines.filter((line) => line.correlationId === correlationId);
  expect(own.find(({ msg }) => msg === 'answered')).toMatchObject({ route: '/api/sites/:siteId/qrs', status: 201 });
  expect(own.find(({ msg }) => msg === 'command')).toMatchObject({ outcome: 'accepted' });
  const appended = own.findLast(({ msg }) => msg === 'appended');
  expect(appended).toMatchObject({ types: ['RootQrCreated'] });
  const { rows } = await composed.pool.query(
    `SELECT position::text FROM event_store.events WHERE metadata->>'$correlationId' = $1 AND type = 'RootQrCreated'`,
    [correlationId],
  );
  expect(rows).toEqual([{ position: appended?.position }]);

  // An operator finds the same in the event store after the log was deleted.
  const { pool, store } = composed;
  await owner.must('GET', `/api/sites/${siteId}/qrs`);
  const events = await traceOf({ store, pool }, String(correlationId));
  expect(events.map(({ type }) => type)).toContain('RootQrCreated');
  expect(events.find(({ type }) => type === 'RootQrCreated')?.causedBy).toBe(correlationId);
  const text = traceText(events);
  expect(text).toContain(`position ${appended?.position}  RootQrCreated`);
  expect(text).toContain(`by site_owner ${owner.id}`);
  expect(text).toMatch(/\bqrs\b/);
  const id = '2f0a5d9c-5a0e-4c7e-9a53-0b8a5c2f7d11';
  const sentence = `No event has the correlation id ${id}.`;
  const traced = await runCommand(sessionOn(composed.databaseUrl), 'trace', id);
  expect(traced).toMatchObject({ text: sentence, differs: true });
});

it('the most detailed log contains no password, cookie, token, code or address', async () => {
  const code = (await customer.must('POST', '/api/scan', { token: customerToken })).redemptionCode;
  await staff.call('POST', '/api/staff/redeem', { redemptionCode: code, saleAmount: '10.00' });
  await composed.app.inject({ url: `/api/scan-info/customer/${customerToken}` });
  const post = (url: string, payload: object | string) => composed.app.inject({ method: 'POST', url, payload });
  await post('/api/auth/login', { email: owner.email, password: 'no' });
  await post('/api/auth/login', '{"password": "half of a');
  // Search texts in the query string may be names of people.
  const searched = 'Verdigris-in-a-list';
  await owner.must('GET', `/api/sites/${business.siteId}/redemptions?q=${searched}`);
  await owner.call('GET', `/api/sites/${business.siteId}/redemptions?q=${searched}&limit=none`);
  await owner.call('POST', '/api/support/search', { q: searched });
  await composed.app.inject({ url: `/api/unheard-of/${distributorToken}?password=${PASSWORD}` });

  const newPassword = 'another long password';
  await customer.must('POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword });
  const { secret } = await owner.must('POST', '/api/auth/second-factor/begin', { currentPassword: PASSWORD });
  const oneTimeCode = codeAt(secret, composed.clock());
  const { recoveryCodes } = await owner.must('POST', '/api/auth/second-factor/confirm', { oneTimeCode });
  await post('/api/auth/login', { email: owner.email, password: PASSWORD, oneTimeCode: recoveryCodes[0] });

  const { token } = await composed.identity.beginPasswordReset(distributor.email);
  const setAgain = 'a third long password';
  await post('/api/auth/reset-password', { token, newPassword: setAgain });

  const people = [owner, staff, customer, distributor];
  const secrets = [
    ...[PASSWORD, newPassword, token, setAgain, customerToken, distributorToken, code, secret, ...recoveryCodes],
    searched,
    ...people.map(({ email }) => email),
    ...people.flatMap(({ cookie }) => cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1))),
  ].filter((secret): secret is string => typeof secret === 'string' && secret.length > 4);
  expect(secrets.length).toBeGreaterThan(10);
  expect(log.length).toBeGreaterThan(50);
  expect(secrets.filter((secret) => log.some((line) => line.includes(secret)))).toEqual([]);
});
