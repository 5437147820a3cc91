import { afterAll, expect, it } from 'vitest';
import { createFixture, signUp } from './testing/identity-fixture.ts';

const NOW = '2026-03-10T12:00:00.000Z';
const fixture = await createFixture({ clock: () => new Date(NOW) });
afterAll(() => fixture.close());

it('marks notifications as read until a time, never until one that has not come, and never as unread', async () => {
  const { browser, id } = await signUp(fixture.app, { intent: 'distributor' });
  const until = () => fixture.identity.accounts.notificationsReadUntil(id);
  const mark = async (readUntil: string) =>
    (await browser.put('/api/me/notifications/read-until', { readUntil })).statusCode;
  expect(await until()).toBeNull();
  expect(await mark('2026-03-09T12:00:00.000Z')).toBe(204);
  expect(await until()).toBe('2026-03-09T12:00:00.000Z');
  expect(await mark('2099-01-01T00:00:00.000Z')).toBe(204);
  expect(await until()).toBe(NOW);
  expect(await mark('2026-03-09T12:00:00.000Z')).toBe(204);
  expect(await until()).toBe(NOW);
});
