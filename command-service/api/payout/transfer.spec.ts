import type { PayoutEvent } from '@perktree/contracts/events/catalogue';
import { streams } from '@perktree/contracts/streams';
import { expect, it, vi } from 'vitest';
import type { TransferOutcome } from '../../domain/payout/settle-payout.ts';
import { createCommandHandler } from '../../engine/command-handler.ts';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import type { PaymentProvider } from '../../payments/port.ts';
import { appendFacts } from '../../testing/append-facts.ts';
import { MemoryEventStore } from '../../testing/memory-event-store.ts';
import { silentLogger } from '../../testing/silent-logger.ts';
import { systemCommandContext } from '../command-context.ts';
import { transferPayout } from './transfer.ts';

const [payoutId, siteId] = [deriveUuid('payout'), deriveUuid('site')];
const place = { payoutId, siteId, tenantId: deriveUuid('tenant'), distributorId: 'ana' };
const generated: PayoutEvent = {
  type: 'PayoutGenerated',
  data: { ...place, currency: 'EUR', amount: '10.00', entryIds: [deriveUuid('entry')], settlement: 'provider' },
};

it('reports a transfer that was made although a concurrent attempt had failed the payout', async () => {
  const store = new MemoryEventStore();
  await appendFacts(store, new Date(), streams.payouts(siteId, 'ana'), [generated]);
  const handler = createCommandHandler({ store, logger: silentLogger });
  const error = vi.fn();
  const attempt = (transfer: () => Promise<TransferOutcome>) => {
    const payments = { transfer } as Partial<PaymentProvider> as PaymentProvider;
    const context = () =>
      systemCommandContext({ commandName: 'TransferPayout', cause: deriveUuid('attempt'), clock: () => new Date() });
    return transferPayout({ handler, payments, logger: { error } }, { ...place, context });
  };
  const { payout } = await attempt(async () => {
    const failed = await attempt(async () => ({ kind: 'failed', reason: 'no_payout_account' }));
    expect(failed.payout?.status).toBe('failed');
    expect(error).not.toHaveBeenCalled();
    return { kind: 'paid', reference: 'tr_1' };
  });
  expect(payout?.status).toBe('failed');
  expect(error.mock.calls).toEqual([
    [{ payoutId, siteId, status: 'failed', reference: 'tr_1' }, expect.stringContaining('reverse it')],
  ]);
});
