import { type PayoutEvent, type PayoutFundingEvent, streams } from '@perktree/contracts/catalogue/events';
import { expect, it, vi } from 'vitest';
import { deriveUuid } from '../engine/command.ts';
import { createCommandHandler } from '../engine/command-handler.ts';
import { appendFacts } from '../testing/append-facts.ts';
import { given } from '../testing/given.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { memoryNotes } from '../testing/memory-notes.ts';
import { silentLogger } from '../testing/silent-logger.ts';
import { fundingsFold } from './decisions/funding-state.ts';
import { type Payout, payoutsFold } from './decisions/state.ts';
import { settlePayout, transferPayout } from './transfer.ts';

const [payoutId, siteId, tenantId, fundingId] = ['payout', 'site', 'tenant', 'funding'].map((name) =>
  deriveUuid(name),
) as [string, string, string, string];
const generated: PayoutEvent = {
  type: 'PayoutGenerated',
  data: {
    ...{ payoutId, siteId, tenantId, distributorId: 'ana', currency: 'EUR', amount: '10.00' },
    ...{ entryIds: [deriveUuid('entry')], settlement: 'provider' },
  },
};
const funding = { fundingId, tenantId, payoutIds: [payoutId] };
const collected: readonly PayoutFundingEvent[] = [
  {
    type: 'PayoutFundingRequested',
    data: { ...funding, currency: 'EUR', amount: '10.00', fee: '0.30', subscription: 'sub_1', approval: null },
  },
  { type: 'PayoutFundingCollected', data: { ...funding, reference: 'pi_1' } },
];
const now = new Date('2026-05-10T10:00:00.000Z');

async function start() {
  const store = new MemoryEventStore();
  await appendFacts(store, now, streams.payouts(siteId, 'ana'), [generated]);
  const error = vi.fn();
  const deps = {
    store,
    accounts: memoryNotes(),
    handler: createCommandHandler({ store, logger: silentLogger }),
    clock: () => now,
    logger: { error, warn: vi.fn() },
  };
  return { deps, error, payout: given(payoutsFold, [generated]).payouts.get(payoutId) as Payout };
}

it('reports a transfer that was made although a concurrent attempt had failed the payout', async () => {
  const { deps, error, payout } = await start();
  const provider = {
    accountHash: async () => null,
    transfer: async () => {
      const failed = await settlePayout(deps, payout, { kind: 'failed', reason: 'no_payout_account' });
      expect(failed.payout?.status).toBe('failed');
      expect(error).not.toHaveBeenCalled();
      return { kind: 'paid', reference: 'tr_1' } as const;
    },
  };
  const settled = await transferPayout(deps, provider, payout, given(fundingsFold, collected));
  expect(settled.payout?.status).toBe('failed');
  expect(error.mock.calls).toEqual([
    [{ payoutId, siteId, status: 'failed', reference: 'tr_1' }, expect.stringContaining('is reversed')],
  ]);
});

it.each([
  ['was not asked for', []],
  ['is not collected', collected.slice(0, 1)],
  ['is disputed', [...collected, { type: 'PayoutFundingDisputed', data: { ...funding, kind: 'dispute' } } as const]],
  ['is given back', [...collected, { type: 'PayoutFundingRefunded', data: funding } as const]],
])('transfers nothing where the money %s', async (_, events) => {
  const { deps, payout } = await start();
  const transfer = vi.fn();
  const settled = await transferPayout(
    deps,
    { transfer, accountHash: async () => null },
    payout,
    given(fundingsFold, events),
  );
  expect(transfer).not.toHaveBeenCalled();
  expect(settled.payout?.status).toBe('processing');
});

it('transfers nothing above a limit that was set after the money was collected, until it is approved', async () => {
  const { deps, payout } = await start();
  const transfer = vi.fn(async () => ({ kind: 'paid', reference: 'tr_1' }) as const);
  const attempt = () =>
    transferPayout(deps, { transfer, accountHash: async () => null }, payout, given(fundingsFold, collected));
  const rule = { siteId, tenantId, approverIds: ['sam'], payoutsAbove: '5.00', monthsNeedSignOff: false };
  await appendFacts(deps.store, now, streams.approvals(siteId), [{ type: 'ApprovalRuleSet', data: rule }]);
  expect((await attempt()).payout?.status).toBe('processing');
  expect(transfer).not.toHaveBeenCalled();
  const approval = { siteId, tenantId, payoutId, distributorId: 'ana', approvedBy: 'sam' };
  const amount = { currency: 'EUR', amount: '10.00' } as const;
  await appendFacts(deps.store, now, streams.approvals(siteId), [
    { type: 'PayoutApproved', data: { ...approval, ...amount } },
  ]);
  expect((await attempt()).payout?.status).toBe('paid');
});

it.each([
  ['holds the hash of the one it was paid to', false],
  ['holds no hash while the previous release has to read it', true],
])('transfers nothing to an account that differs from the recorded one; the event %s', async (_, keepsWayBack) => {
  const { deps, error, payout } = await start();
  const [recorded, changed] = ['ab', 'cd'].map((byte) => byte.repeat(32)) as [string, string];
  const transfer = vi.fn(async () => ({ kind: 'paid', reference: 'tr_1' }) as const);
  const to = (accountHash: string) =>
    transferPayout(
      { ...deps, keepsWayBack },
      { transfer, accountHash: async () => accountHash },
      payout,
      given(fundingsFold, collected),
    );
  const account = { userId: 'ana', accountHash: recorded, formerHash: null };
  await appendFacts(deps.store, now, streams.payee('ana'), [{ type: 'PayoutAccountChanged', data: account }]);
  expect((await to(changed)).payout?.status).toBe('processing');
  expect(transfer).not.toHaveBeenCalled();
  expect(error.mock.calls).toEqual([[{ payoutId, distributorId: 'ana' }, expect.stringContaining('account differs')]]);
  expect((await to(recorded)).payout?.status).toBe('paid');
  const events = await deps.store.readStream(streams.payouts(siteId, 'ana'));
  const held = keepsWayBack ? {} : { accountHash: recorded, noteHash: null };
  expect(events.at(-1)).toMatchObject({
    type: 'PayoutPaid',
    data: { payoutId, reference: 'tr_1', ...held },
    metadata: { schemaVersion: keepsWayBack ? 2 : 3 },
  });
});

it('keeps the name of the payee, which is evidence, before the payment is stored: the next run makes up for a failure', async () => {
  const { deps, payout } = await start();
  const named = { userId: 'ana', noteId: deriveUuid('name'), noteHash: null, formerHash: null };
  await appendFacts(deps.store, now, streams.payee('ana'), [{ type: 'PayeeNamed', data: named }]);
  const keepNotes = vi.fn(async () => {}).mockRejectedValueOnce(new Error('the database went away'));
  Object.assign(deps.accounts, { keepNotes });
  const provider = {
    accountHash: async () => null,
    transfer: async () => ({ kind: 'paid', reference: 'tr_1' }) as const,
  };
  const attempt = () => transferPayout(deps, provider, payout, given(fundingsFold, collected));
  const types = async () => (await deps.store.readStream(streams.payouts(siteId, 'ana'))).map(({ type }) => type);
  await expect(attempt()).rejects.toThrow('went away');
  expect(await types()).toEqual(['PayoutGenerated']);
  expect((await attempt()).payout?.status).toBe('paid');
  expect(keepNotes).toHaveBeenLastCalledWith([named.noteId], expect.any(String));
});
