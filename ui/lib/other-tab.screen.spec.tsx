import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal, UNREACHED } from '../testing/fake-api.ts';
import { api, opened, openScreen, settled } from '../testing/open-screen.tsx';
import { signIn, userOf } from '../testing/people.ts';

const COPY = 'device-copy';
const OWN = userOf('site_owner').id;
const ready = (userId: string, role = 'site_owner') => api.push('ready', { position: '7', keys: [], userId, role });
/** The stream does not open, and the page asks why. */
async function lose(answer: ReturnType<typeof refusal>): Promise<void> {
  api.on(calls.userRole, answer);
  const before = api.sent(calls.userRole).length;
  api.push('error', null);
  await expect.poll(() => api.sent(calls.userRole).length).toBe(before + 1);
}
const SIGNED_OUT = refusal(401, 'Please sign in first.', 'NOT_SIGNED_IN');
const login = page.getByRole('dialog', { name: 'Your session has ended' });

beforeEach(async () => {
  api.answerReads('empty');
  signIn('site_owner');
  await openScreen('/sites');
  await settled();
  await expect.poll(() => localStorage.getItem(COPY)).toContain(OWN);
});

/** A stream that is closed while the page is hidden, and opened again: live-stream.spec.ts. */
it('an open tab stays as it is when its own user signed in again, and is loaded again for another one', async () => {
  ready(OWN);
  await settled();
  expect(opened).toEqual([]);
  ready('user-rita');
  await expect.poll(() => opened).toEqual(['/sites']);
});

it('an open tab is loaded again when another one has switched the role: its figures would be those of the other role', async () => {
  ready(OWN, 'distributor');
  await expect.poll(() => opened).toEqual(['/sites']);
});

it.each([refusal(503, 'Not now.'), UNREACHED])(
  'an open tab stays as it is when the network was away',
  async (answer) => {
    await lose(answer);
    await settled();
    expect(opened).toEqual([]);
    await expect.element(login).not.toBeInTheDocument();
    await expect.element(page.getByText('You are offline', { exact: false })).not.toBeInTheDocument();
  },
);

it('an open tab, when another one has saved another person or role, asks for whom its stream is', async () => {
  const stream = vi.fn();
  const Opened = EventSource;
  vi.stubGlobal(
    'EventSource',
    class extends Opened {
      constructor(url: string) {
        super(url);
        stream();
      }
    },
  );
  window.dispatchEvent(new Event('storage'));
  expect(stream).not.toHaveBeenCalled();
  localStorage.setItem(COPY, String(localStorage.getItem(COPY)).replace(OWN, 'user-rita'));
  window.dispatchEvent(new Event('storage'));
  expect(stream).toHaveBeenCalledOnce();
  localStorage.setItem(
    COPY,
    String(localStorage.getItem(COPY)).replace('user-rita', OWN).replaceAll('site_owner', 'staff'),
  );
  window.dispatchEvent(new Event('storage'));
  expect(stream).toHaveBeenCalledTimes(2);
});

it('an open tab, when another one ended the session, asks for a new login over the page', async () => {
  await lose(SIGNED_OUT);
  await login.getByLabelText('Password').fill('correct horse');
  api.on(calls.login, () => {
    signIn('site_owner');
    // The stream opens before the dialog has switched to the role of the page.
    ready(OWN, 'staff');
    return userOf('site_owner');
  });
  await userEvent.keyboard('{Enter}');
  await expect.element(login).not.toBeInTheDocument();
  expect(opened).toEqual([]);
});

it('an open tab, when another one signed out by its menu, is loaded again once', async () => {
  localStorage.removeItem(COPY);
  await lose(SIGNED_OUT);
  await expect.poll(() => opened).toEqual(['/sites']);
});
