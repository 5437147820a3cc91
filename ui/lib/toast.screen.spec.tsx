import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '../testing/fake-api.ts';
import { newLink, openPublicPage } from '../testing/open-public-page.tsx';
import { api, manualTime, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { OFFER, openShop } from '../testing/shop.ts';
import { shownToast } from '../testing/toasts.ts';

const SHOWN_MS = 5000;

const SAID = 'What the server says.';
const buttonOf = (within: string, name: string) =>
  [...document.querySelectorAll<HTMLElement>(`${within} button`)].find(({ textContent }) => textContent === name);

async function openForm(): Promise<void> {
  signIn('site_owner');
  openShop([]);
  await openScreen('/qr-management?site=', { viewport: PHONE });
  await settled();
  await expect.element(page.getByRole('button', { name: 'Create QR Code' })).toBeVisible();
}

/** It loads the notification area with the first tap. */
async function openLink(): Promise<void> {
  signIn('customer');
  api.on(calls.customerScanInfo, { success: true, message: '', qr: { ...OFFER, commissionPercent: null } });
  api.on(calls.scan, { success: true, message: '' });
  api.on(calls.redeem, refusal(500, SAID));
  await openPublicPage(newLink('customer'));
  await page.getByRole('heading', { level: 1 }).click();
  await expect.element(page.getByRole('button', { name: 'Redeem Benefit' })).toBeVisible();
  await expect.poll(() => document.querySelector('.toast-area')).not.toBeNull();
}

interface Area {
  readonly open: () => Promise<void>;
  /** Buttons that lead to the toast, in turn. */
  readonly buttons: readonly (readonly [within: string, name: string])[];
  readonly title: string;
}
const FORM = { buttons: [['form', 'Create QR Code']], title: 'Site required' } as const;
const AREAS: readonly (readonly [name: string, Area])[] = [
  ['of the application', { ...FORM, open: openForm }],
  [
    'of the page of a link',
    {
      open: openLink,
      buttons: [
        ['main', 'Redeem Benefit'],
        ['dialog[open]', 'Redeem Benefit'],
      ],
      title: 'Redemption Error',
    },
  ],
];

/** The specification's section 9, on a clock that moves only when the test advances it. */
describe.each(AREAS)('9 · Notifications %s', (_, { open, buttons, title }) => {
  let time: ReturnType<typeof manualTime>;
  const show = async () => {
    for (const [within, name] of buttons) {
      const pressed = async () => {
        await time.advance(10);
        const button = buttonOf(within, name);
        button?.click();
        return button !== undefined;
      };
      await expect.poll(pressed).toBe(true);
    }
    const shown = async () => {
      await time.advance(10);
      return shownToast()?.title;
    };
    await expect.poll(shown).toBe(title);
    // Chromium captures only pointers of its own.
    toast().setPointerCapture = () => {};
  };
  const toast = () => document.querySelector('.toast') as HTMLElement;
  const away = () => userEvent.hover(page.getByRole('heading', { level: 1 }).first());
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
    await open();
    // Away from where the toast appears: a pointer on it would keep it.
    await userEvent.hover(page.getByRole('heading', { level: 1 }).first());
    time = manualTime();
    await show();
  });

  it('one at a time, for 5000 ms; the one after one that was closed by its button goes away, too', async () => {
    await show();
    expect(document.querySelectorAll('.toast')).toHaveLength(1);
    await time.advance(SHOWN_MS - 200);
    expect(shownToast()).not.toBeNull();
    await time.advance(300);
    await expect.poll(shownToast).toBeNull();
    await show();
    await page.elementLocator(toast()).getByRole('button').click();
    await time.advance(100);
    await expect.poll(shownToast).toBeNull();
    await away();
    await show();
    await time.advance(SHOWN_MS + 100);
    await expect.poll(shownToast).toBeNull();
  });

  it('pausing on hover; F8 focuses the notification area, pausing on focus', async () => {
    await userEvent.hover(page.elementLocator(toast()));
    await time.advance(2 * SHOWN_MS);
    expect(shownToast()).not.toBeNull();
    await away();
    await time.advance(SHOWN_MS + 100);
    await expect.poll(shownToast).toBeNull();
    await show();
    await userEvent.keyboard('{F8}');
    await expect.poll(() => document.activeElement?.closest('.toast-area') !== null).toBe(true);
    await time.advance(2 * SHOWN_MS);
    expect(shownToast()).not.toBeNull();
    (document.activeElement as HTMLElement).blur();
    await time.advance(SHOWN_MS + 100);
    await expect.poll(shownToast).toBeNull();
  });

  it('swipe to the right with 50 px threshold', async () => {
    for (const [pixels, stays] of [
      [40, true],
      [-50, true],
      [60, false],
    ] as const) {
      swipe(pixels);
      await time.advance(100);
      await expect.poll(() => [pixels, shownToast() !== null]).toEqual([pixels, stays]);
    }
  });
});
