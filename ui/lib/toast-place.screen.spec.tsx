import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { api, DESKTOP, manualTime, openScreen, PHONE, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { codeOf, openShop, QR, SITE } from '../testing/shop.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Whether the toast and an element have no pixel in common. */
function isClearOf(selector: string): boolean | null {
  const [toast, other] = ['.toast', selector].map((one) => document.querySelector(one)?.getBoundingClientRect());
  if (toast === undefined || other === undefined || other.width === 0) return null;
  return (
    toast.bottom <= other.top || toast.top >= other.bottom || toast.right <= other.left || toast.left >= other.right
  );
}

describe.each([
  { language: 'en', viewport: DESKTOP, bell: /^Notification history/ },
  { language: 'es', viewport: PHONE, bell: /^Historial de notificaciones/ },
] as const)('in $language', ({ language, viewport, bell }) => {
  beforeEach(async () => {
    api.answerReads('empty');
    signIn('site_owner');
    openShop([]);
  });
  /** Its time does not run out, however long the screen takes to load. */
  const submit = () => {
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
  };

  it('a toast leaves the QR code free that has just opened', async () => {
    api.on(calls.qrCode, { ...codeOf(QR.name), qrCodeImage: PIXEL });
    api.on(calls.createQr, QR);
    await openScreen(`/qr-management?site=${SITE.id}`, { language, viewport });
    await settled();
    for (const [name, text] of [
      ['name', 'Autumn'],
      ['discountPercent', '15'],
    ])
      await page.elementLocator(document.querySelector(`form [name=${name}]`) as Element).fill(text as string);
    const poll = submit();
    await poll(() => isClearOf('[role=dialog] img')).toBe(true);
  });

  it('a toast leaves the list of the bell free, also when that opens later', async () => {
    await openScreen('/qr-management?site=', { language, viewport });
    await settled();
    const poll = submit();
    await poll(() => document.querySelector('.toast')).not.toBeNull();
    page
      .getByRole('button', { name: bell })
      .first()
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await poll(() => isClearOf('[role=dialog]')).toBe(true);
  });
});
