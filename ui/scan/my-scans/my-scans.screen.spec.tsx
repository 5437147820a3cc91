import { calls } from '@perktree/contracts/catalogue/calls';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { MY_SCAN } from '../../testing/links.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth } from '../../testing/see.ts';

it('an undone redemption is not shown as redeemed', async () => {
  api.answerReads('empty');
  signIn('customer');
  const at = MY_SCAN.scanDate;
  const secrets = { redemptionCode: null, redemptionToken: null };
  api.on(calls.myScans, [{ ...MY_SCAN, ...secrets, isRedeemed: true, redeemedAt: at, undoneAt: at }], { total: 1 });
  await openScreen('/my-scans', { viewport: PHONE });
  await inBoth(async (say) => {
    const card = page.getByRole('listitem').first();
    await expect.element(card).toHaveTextContent(say(['Undone', 'Deshecho']));
    await expect
      .element(card)
      .toHaveTextContent(say(['Redemption undone Jul 1, 2026', 'Canje deshecho el 1 jul 2026']));
    await expect.element(card).not.toHaveTextContent(say(['Redeemed', 'Canjeado']));
  });
});
