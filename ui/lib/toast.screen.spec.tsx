import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DESKTOP, manualTime, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop } from '../testing/shop.ts';
import { shownToast } from '../testing/toasts.ts';

const SHOWN_MS = 5000;

/** The specification's section 9, on a clock that moves only when the test advances it. */
describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('9 · Notifications, on the width of a %s', (_, viewport) => {
  let time: ReturnType<typeof manualTime>;
  const show = async () => {
    (page.getByRole('button', { name: 'Create QR Code' }).element() as HTMLElement).click();
    const title = async () => {
      await time.advance(10);
      return shownToast()?.title;
    };
    await expect.poll(title).toBe('Site required');
    // Chromium captures only pointers of its own.
    toast().setPointerCapture = () => {};
  };
  const toast = () => document.querySelector('.toast') as HTMLElement;
  const away = () => userEvent.unhover(page.elementLocator(toast()));
  const point = (type: string, x: number) =>
    toast().dispatchEvent(
      new PointerEvent(type, { bubbles: true, clientX: x, clientY: 700, pointerId: 1, button: 0, isPrimary: true }),
    );
  const swipe = (pixels: number) => {
    point('pointerdown', 100);
    for (const part of [0.25, 0.5, 0.75, 1]) point('pointermove', 100 + pixels * part);
    point('pointerup', 100 + pixels);
  };

  beforeEach(async () => {
    signIn('site_owner');
    openShop([]);
    await openScreen('/qr-management?site=', { viewport });
    await settled();
    await expect.element(page.getByRole('button', { name: 'Create QR Code' })).toBeVisible();
    time = manualTime();
    await show();
  });

  it('default display time 5000 ms', async () => {
    await time.advance(SHOWN_MS - 200);
    expect(shownToast()).not.toBeNull();
    await time.advance(300);
    await expect.poll(shownToast).toBeNull();
  });

  it('one toast at a time', async () => {
    await show();
    expect(document.querySelectorAll('.toast')).toHaveLength(1);
  });

  it('pausing on hover', async () => {
    await userEvent.hover(page.elementLocator(toast()));
    await time.advance(10 * SHOWN_MS);
    expect(shownToast()).not.toBeNull();
    await away();
    await time.advance(SHOWN_MS + 100);
    await expect.poll(shownToast).toBeNull();
  });

  it('F8 focuses the notification area; pausing on focus', async () => {
    await userEvent.keyboard('{F8}');
    await expect.poll(() => document.activeElement?.closest('.toast-area') !== null).toBe(true);
    await time.advance(10 * SHOWN_MS);
    expect(shownToast()).not.toBeNull();
    (document.activeElement as HTMLElement).blur();
    await time.advance(SHOWN_MS + 100);
    await expect.poll(shownToast).toBeNull();
  });

  it.each([
    ['40 px to the right are too few', 40, true],
    ['60 px to the right dismiss', 60, false],
    ['to the left dismisses nothing', -50, true],
  ])('swipe with 50 px threshold: %s', async (_row, pixels, stays) => {
    swipe(pixels);
    await time.advance(100);
    await expect.poll(() => shownToast() !== null).toBe(stays);
  });
});
