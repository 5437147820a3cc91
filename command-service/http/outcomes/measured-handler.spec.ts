import { Refused } from '@perktree/contracts/kernel/refusals';
import { describe, expect, it } from 'vitest';
import type { CommandHandler } from '../../engine/command-handler.ts';
import { type CommandDone, measuredHandler } from './measured-handler.ts';

const context = {
  ...{ commandId: 'c', commandName: 'Redeem', correlationId: 'request', causationId: 'request' },
  ...{ actor: { id: 'system', role: 'system' as const }, now: '2026-01-01T00:00:00.000Z', readAt: 0 },
};

async function executed(execute: () => Promise<unknown>): Promise<CommandDone[]> {
  const reported: CommandDone[] = [];
  const handler = { execute } as unknown as CommandHandler;
  const execution = { stream: 's', fold: {}, decide: () => [], context } as never;
  await measuredHandler(handler, (done) => void reported.push(done))
    .execute(execution)
    .catch(() => {});
  return reported;
}

describe('a measured handler', () => {
  it('reports accepted commands with the ids of their events', async () => {
    const [done] = await executed(async () => ({ events: [{}, {}], state: null, revision: 1, position: 7n }));
    expect(done).toMatchObject({ commandName: 'Redeem', outcome: 'accepted', position: 7n });
    expect(done).toMatchObject({ correlationId: 'request', causationId: 'request' });
    expect(done?.milliseconds).toBeGreaterThanOrEqual(0);
  });

  it('reports refusals by code and errors by name', async () => {
    const refused = await executed(async () => {
      throw new Refused('QR_NOT_FOUND');
    });
    expect(refused).toMatchObject([{ outcome: 'QR_NOT_FOUND' }]);
    const failed = await executed(async () => {
      throw new TypeError('secret');
    });
    expect(failed).toMatchObject([{ outcome: 'TypeError' }]);
    expect(JSON.stringify(failed)).not.toContain('secret');
  });
});
