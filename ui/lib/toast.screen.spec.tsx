import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api, DESKTOP, manualTime, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { asOwner, codeOf, openShop, QR, SITE } from '../testing/shop.ts';
import { shownToast } from '../testing/toasts.ts';

const SHOWN_MS = 5000;
const toast = () => document.querySelector('.toast') as HTMLElement;
const isGone = () => expect.poll(shownToast).toBeNull();

/** The specification's section 9, on a clock that moves only when the test advances it. The pages of links show the same area. */
it('9 · Notifications: one at a time, for 5000 ms; pausing on hover and focus, which F8 gives; swipe to the right', async () => {
  signIn('site_owner');
  openShop([]);
  await openScreen('/qr-management?site=', { viewport: PHONE });
  await settled();
  // Away from where the toast appears: a pointer on it would keep it.
  const away = () => userEvent.hover(page.getByRole('heading', { level: 1 }).first());
  await away();
  const time = manualTime();
  const show = async () => {
    document.querySelector<HTMLElement>('form [type=submit]')?.click();
    const title = async () => {
      await time.advance(10);
      return shownToast()?.title;
    };
    await expect.poll(title).toBe('Site required');
  };
  const stays = async (milliseconds: number) => {
    await time.advance(milliseconds);
    expect(shownToast()).not.toBeNull();
  };
  const passes = async (milliseconds = SHOWN_MS + 100) => {
    await time.advance(milliseconds);
    await isGone();
  };
  await show();
  await show();
  expect(document.querySelectorAll('.toast')).toHaveLength(1);
  await stays(SHOWN_MS - 200);
  await passes(300);
  await show();
  await page.elementLocator(toast()).getByRole('button').click();
  await passes(100);
  await away();
  // The one after one that was closed by its button goes away, too.
  await show();
  await passes();

  await show();
  await userEvent.hover(page.elementLocator(toast()));
  await stays(2 * SHOWN_MS);
  await away();
  await passes();
  await show();
  await userEvent.keyboard('{F8}');
  await expect.poll(() => document.activeElement?.closest('.toast-area') !== null).toBe(true);
  await stays(2 * SHOWN_MS);
  (document.activeElement as HTMLElement).blur();
  await passes();

  await show();
  // Chromium captures only pointers of its own.
  toast().setPointerCapture = () => {};
  const point = (type: string, clientX: number) =>
    toast().dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, pointerId: 1, button: 0, isPrimary: true }));
  const swipe = (pixels: number) => {
    point('pointerdown', 100);
    for (const part of [0.25, 0.5, 0.75, 1]) point('pointermove', 100 + pixels * part);
    point('pointerup', 100 + pixels);
  };
  swipe(40);
  await stays(100);
  swipe(-50);
  await stays(100);
  swipe(60);
  await passes(100);
});

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Whether the toast and an element have no pixel in common. */
function isClearOf(selector: string): boolean | null {
  const [toast, other] = ['.toast', selector].map((one) => document.querySelector(one)?.getBoundingClientRect());
  if (toast === undefined || other === undefined || other.width === 0) return null;
  return (
    toast.bottom <= other.top || toast.top >= other.bottom || toast.right <= other.left || toast.left >= other.right
  );
}

const LOOKS = [
  ['en', DESKTOP, /^Notification history/],
  ['es', PHONE, /^Historial de notificaciones/],
] as const;

/** The time of the toast does not run out, however long the screen takes to load. */
function submit() {
  const time = manualTime();
  const button = document.querySelector<HTMLElement>('form [type=submit]');
  button?.scrollIntoView({ block: 'end' });
  button?.focus();
  button?.click();
  return (seen: () => unknown) =>
    expect.poll(async () => {
      await time.advance(20);
      return seen();
    });
}

it.each(LOOKS)('a toast leaves the QR code free that has just opened: %s', async (language, viewport) => {
  asOwner();
  api.on(calls.qrCode, { ...codeOf(QR.name), qrCodeImage: PIXEL });
  api.on(calls.createQr, QR);
  await openScreen(`/qr-management?site=${SITE.id}`, { language, viewport });
  await settled();
  for (const [name, text] of Object.entries({ name: 'Autumn', discountPercent: '15' }))
    await page.elementLocator(document.querySelector(`form [name=${name}]`) as Element).fill(text);
  await submit()(() => isClearOf('[role=dialog] img')).toBe(true);
});

it.each(LOOKS)(
  'a toast leaves the list of the bell free, also when that opens later: %s',
  async (language, viewport, bell) => {
    asOwner();
    await openScreen('/qr-management?site=', { language, viewport });
    await settled();
    const poll = submit();
    await poll(() => document.querySelector('.toast')).not.toBeNull();
    const history = page.getByRole('button', { name: bell }).first().element();
    history.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await poll(() => isClearOf('[role=dialog]')).toBe(true);
  },
);
