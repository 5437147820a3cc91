import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { refusal } from '../../testing/fake-api.ts';
import { press } from '../../testing/forms.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { LOOKED_UP } from '../../testing/shop.ts';
import { seeToast } from '../../testing/toasts.ts';

/** Staff validation: sections 4 and 8, word for word. */
const SAID = 'What the server says.';

beforeEach(() => {
  signIn('staff');
  api.on(calls.validations, [], { total: 0 });
});

const WORDS = {
  ...{ code: 'Redemption Code', validate: 'Validate', amount: 'Sale amount in €', confirm: 'Confirm' },
  ...{ title: 'Redemption Confirmed', text: 'Customer benefit has been validated successfully.' },
  card: ['Redemption Confirmed!', 'Customer benefit has been redeemed'],
  facts: ['Benefit', 'Discount/Reward', 'Customer', 'Customer'],
  another: 'Validate Another',
};

it('4, 8 · Staff: what is refused; then validate, the confirmation card with the defaults, and Validate Another resets', async () => {
  await openScreen('/staff-validation', { viewport: PHONE });
  const validate = async () => {
    await page.getByLabelText(WORDS.code).fill('ABC-123');
    await press(WORDS.validate, page);
  };
  for (const [title, answer] of [
    ['Validation Failed', { success: false, message: SAID }],
    ['Validation Error', refusal(500, SAID)],
  ] as const) {
    api.on(calls.lookUpScan as Call, answer);
    await validate();
    await seeToast(title, SAID, { isFailure: true });
  }
  api.on(calls.lookUpScan, { success: true, message: '', scan: LOOKED_UP });
  api.on(calls.staffRedeem, { success: true, message: 'Done.' });
  await validate();
  await page.getByLabelText(WORDS.amount).fill('12.50');
  await press(WORDS.confirm, page);
  await seeToast(WORDS.title, WORDS.text);
  for (const text of WORDS.card) await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  expect([...document.querySelectorAll('dl dt, dl dd')].map(({ textContent }) => textContent)).toEqual(WORDS.facts);
  await press(WORDS.another, page);
  await expect.element(page.getByLabelText(WORDS.code)).toHaveValue('');
});
