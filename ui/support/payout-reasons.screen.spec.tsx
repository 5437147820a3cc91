import type { ExplanationAnswer } from '@perktree/contracts/audit/calls';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { PayoutEntryAnswer, PayoutHistoryAnswer } from '@perktree/contracts/payout/entry-calls';
import type { TimelineEvent } from '@perktree/contracts/support/calls';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { region, seeText } from '../testing/forms.ts';
import { api, NOW, openScreen } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { filledRow, sampleOf } from '../testing/sample.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const explanation = sampleOf(calls.explainEntry, 'filled') as ExplanationAnswer;
const followed = {
  ...{ at: NOW.toISOString(), position: '9', amount: '-8.00', payoutId: null, note: null },
  reasonCode: null,
};

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('filled');
});

it('a timeline says why a balance was written off, with the note, and calls a reference by its name', async () => {
  const event = (fields: Partial<TimelineEvent>) => filledRow(calls.supportTimeline, fields);
  api.on(
    calls.supportTimeline,
    [
      event({ type: 'BalanceWrittenOff', reasonCode: 'uncollectible', reason: 'Moved away' }),
      event({ eventId: ID.replace(/1$/, '2'), type: 'PayoutPaid', reasonCode: null, reason: 'SEPA 1' }),
      event({ eventId: ID.replace(/1$/, '3'), type: 'PayoutFailed', reasonCode: 'no_payout_account', reason: null }),
    ],
    { total: 3 },
  );
  await openScreen(`/support/redemption/${ID}`);
  const reasons = ['Reason: Cannot be collected · Moved away', 'Reference: SEPA 1'];
  for (const text of [...reasons, 'Reason: The distributor has no payout account.'])
    await seeText(text, region('Timeline'));
  await openScreen(`/support/redemption/${ID}`, { language: 'es' });
  await seeText('Motivo: No se puede cobrar · Moved away', region('Cronología'));
});

it('a business shows why its payout failed, also before money moved', async () => {
  signIn('superadmin');
  const tenant = sampleOf(calls.tenant, 'filled') as { failures: object[] };
  const failures = [{ ...tenant.failures[0], kind: 'payout', code: 'not_approved', message: '' }];
  api.on(calls.tenant, { ...tenant, failures } as never);
  await openScreen(`/support/tenants/${ID}`);
  await seeText('A payout failed · The operator did not approve the amount.');
});

it('the page of a write-off and the explanation of its entry say why', async () => {
  const payout = sampleOf(calls.payout, 'filled') as PayoutHistoryAnswer;
  const [made] = payout.events as [PayoutHistoryAnswer['events'][number]];
  const events = [{ ...made, type: 'BalanceWrittenOff', note: null, reasonCode: 'agreed' as const }];
  api.on(calls.payout, { ...payout, events });
  api.on(calls.payoutEntries, [filledRow<PayoutEntryAnswer>(calls.payoutEntries, {})], { total: 1 });
  const writtenOff = { ...followed, kind: 'written_off' as const, reasonCode: 'agreed' as const };
  api.on(calls.explainEntry, { ...explanation, followed: [writtenOff] });
  await openScreen(`/payouts/${ID}`, { language: 'es' });
  await seeText('Acordado con el distribuidor', region('Qué pasó'));
  await page.getByRole('button', { name: 'Explicar' }).first().click();
  await seeText(/Dado de baja · .* · Acordado con el distribuidor/, page.getByRole('dialog'));
});

it('the explanation of a share whose redemption was reversed while it waited does not say that it waits', async () => {
  const entry = { ...explanation.entry, awaitingUntil: new Date(NOW.getTime() + 1).toISOString() };
  const reversed = { ...followed, kind: 'reversed' as const, amount: null };
  api.on(calls.explainEntry, { ...explanation, entry, followed: [reversed] });
  await openScreen(`/payouts/${ID}`);
  await page.getByRole('button', { name: 'Explain' }).first().click();
  const dialog = page.getByRole('dialog');
  await seeText(/^Reversed/, dialog);
  expect(dialog.getByText(/Not earned/).elements()).toEqual([]);
});
