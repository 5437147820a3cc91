import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, inject, it } from 'vitest';
import { launchBrowser, openWindow } from './support/browser.ts';
import { Person } from './support/person.ts';

const origin = inject('sharedProduct');

/** Sends the path as it is, which `fetch` would resolve. */
function get(path: string): Promise<{ status: number | undefined; body: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
    })
      .once('error', reject)
      .end();
  });
}

it.each([
  '/assets/../../../package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets//etc/passwd',
  '/..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/package.json',
  '/.git/config',
  '/server/standalone.js',
])('serves built files alone, and none at %s', async (path) => {
  const { status, body } = await get(path);
  // A path that is no file is a page of the application.
  expect(status === 404 || body.startsWith('<!doctype html>')).toBe(true);
  expect(body).not.toMatch(/"workspaces"|root:x:0|\[core\]|createRequire/);
});

it('lists no files of a folder', async () => {
  expect((await get('/assets/')).status).toBe(404);
});

it('lets no cache keep data', async () => {
  const owner = await Person.register(origin, 'owner', 'business');
  for (const path of ['/api/auth/user', '/api/me/sites', '/api/me/plan', '/api/me/nothing']) {
    expect((await owner.send('GET', path)).headers.get('cache-control'), path).toMatch(/\bno-store\b/);
  }
});

it.each(['/login', '/register'])(
  'has a password field at %s that password managers know and that takes pasted text',
  async (path) => {
    const browser = await launchBrowser();
    const { page } = await openWindow(browser, origin);
    await page.goto(path);
    const field = page.locator('input[type=password]');
    expect(await field.getAttribute('autocomplete')).toBe(path === '/login' ? 'current-password' : 'new-password');
    const isTaken = await field.evaluate((input) =>
      input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    );
    expect(isTaken).toBe(true);
    await browser.close();
  },
);
