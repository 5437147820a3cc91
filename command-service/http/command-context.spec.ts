import { Refused } from '@perktree/contracts/kernel/refusals';
import { scanningCalls } from '@perktree/contracts/scan/calls';
import { mountCall } from '@perktree/platform/http/mount-call';
import Fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import type { CommandContext } from '../engine/command.ts';
import { commandContext } from './command-context.ts';

afterEach(() => void vi.useRealTimers());

it('knows when its request arrived, before which nothing was read for it', async () => {
  const arrived = new Date('2026-07-01T10:00:00.000Z');
  const decided = new Date('2026-07-01T10:00:04.000Z');
  vi.useFakeTimers({ toFake: ['Date'], now: arrived });
  const contexts: CommandContext[] = [];
  const app = Fastify();
  mountCall(
    app,
    async () => null,
    scanningCalls.scan,
    async ({ request, session }) => {
      // A read of another stream takes so long that the server is replaced meanwhile.
      vi.setSystemTime(decided);
      contexts.push(commandContext({ request, session, clock: () => decided, commandName: 'ScanQr' }));
      throw new Refused('QR_NOT_FOUND');
    },
  );
  await app.inject({ method: 'POST', url: scanningCalls.scan.path, payload: { token: 'A'.repeat(22) } });
  expect(contexts).toMatchObject([
    { arrivedAt: arrived.getTime(), readAt: decided.getTime(), now: decided.toISOString() },
  ]);
});
