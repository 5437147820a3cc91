import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ComposedApp, SESSION_SECRET, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { bundleProgram } from '@perktree/projector/testing/bundle';
import { Receiver } from '@perktree/webhook-service/testing/receiver';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MESSAGES = 500;
const KILLS = 8;
/** Messages that arrive between two kills, so that processes die while they send. */
const BETWEEN_KILLS = 30;

/** In the repository, so that the program finds the installed packages. */
const folder = mkdtempSync(join(import.meta.dirname, '.cache-'));
const senders: ChildProcess[] = [];
let composed: ComposedApp;
let program: string;
beforeAll(async () => {
  [composed, program] = await Promise.all([
    startComposedApp(),
    bundleProgram('verification/webhooks/sender-program.ts', folder),
  ]);
});
afterAll(async () => {
  await Promise.all(senders.map(kill));
  await composed?.close();
  rmSync(folder, { recursive: true, force: true });
});

function startSender(): ChildProcess {
  const sender = spawn(process.execPath, [program, composed.databaseUrl, SESSION_SECRET], { stdio: 'inherit' });
  senders.push(sender);
  return sender;
}

async function kill(sender: ChildProcess): Promise<void> {
  if (sender.exitCode !== null || sender.signalCode !== null) return;
  const ended = once(sender, 'exit');
  sender.kill('SIGKILL');
  await ended;
}

it('two senders that are killed again and again deliver every message to each endpoint, in order, signed', async () => {
  const { owner, siteId } = await openBusiness(composed.app, 'killed');
  const receivers = [await Receiver.open(), await Receiver.open()];
  const secrets: string[] = [];
  for (const receiver of receivers) {
    const { url } = receiver;
    receiver.pauseMs = 5;
    const { secret } = await owner.must('POST', '/api/webhook-endpoints', { url, eventTypes: ['*'], siteIds: null });
    secrets.push(secret);
  }
  // The newest endpoint starts last, after the event of the other one.
  const { position: start } = (await owner.must('GET', '/api/webhook-endpoints')).at(-1);
  await composed.pool.query(
    `INSERT INTO read_models.webhook_messages (message_id, tenant_id, site_id, type, at, data, position)
     SELECT ($2::bigint + n)::text, tenant_id, site_id, 'qr.deactivated', now(), '{}', $2 + n
     FROM read_models.sites, generate_series(1, $3) n WHERE site_id = $1`,
    [siteId, start, MESSAGES],
  );
  const expected = Array.from({ length: MESSAGES }, (_, n) => `${BigInt(start) + BigInt(n + 1)}`);

  const running = [startSender(), startSender()];
  const [first] = receivers;
  for (let kills = 0; kills < KILLS; kills += 1) {
    const soFar = first?.messages.length ?? 0;
    await expect.poll(() => first?.messages.length, { interval: 10 }).toBeGreaterThan(soFar + BETWEEN_KILLS);
    const index = kills % running.length;
    await kill(running[index] as ChildProcess);
    running[index] = startSender();
  }
  for (const [n, receiver] of receivers.entries()) {
    const arrived = () => [...new Set(receiver.messages.map(({ body }) => body.position))];
    await expect.poll(() => arrived().length).toBe(MESSAGES);
    // A killed process may have sent one message whose delivery it did not record.
    expect(arrived()).toEqual(expected);
    expect(receiver.messages.length).toBeLessThanOrEqual(MESSAGES + 2 * KILLS);
    const ids = new Map(receiver.messages.map(({ headers, body }) => [body.position, headers['webhook-id']]));
    expect(new Set(ids.values()).size).toBe(MESSAGES);
    for (const { text, headers, body } of receiver.messages) {
      expect(new Webhook(secrets[n] ?? '').verify(text, headers)).toEqual(body);
      expect(headers['webhook-id']).toBe(ids.get(body.position));
    }
    await receiver.close();
  }
});
