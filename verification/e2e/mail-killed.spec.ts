import { join } from 'node:path';
import { MAILS_CHANNEL } from '@perktree/contracts/notification/mail';
import { startMailServer } from '@perktree/mail-service/testing/mail-server';
import { connectToRunning } from '@perktree/platform/postgres/embedded/running';
import { createPool } from '@perktree/platform/postgres/pool';
import { expect, it } from 'vitest';
import { Person } from './support/person.ts';
import { removeData, startProduct } from './support/product.ts';

const PEOPLE = 12;
const KILLS = 3;

/** Ends the leases of a killed process now, and announces it. Otherwise they expire within two minutes. */
async function endLeases(dataDir: string): Promise<void> {
  const connectionString = await connectToRunning(join(dataDir, 'postgres'));
  const pool = createPool({ connectionString, applicationName: 'mail-killed-spec', max: 1 });
  await pool.query("UPDATE identity.mails SET due_at = now() WHERE state = 'queued'");
  await pool.query("SELECT pg_notify($1, '')", [MAILS_CHANNEL]);
  await pool.end();
}

it('sends every mail though it is killed again and again while it sends, a repeat with the same Message-ID', async () => {
  const server = await startMailServer();
  const env = { SMTP_URL: server.url, MAIL_FROM: 'PerkTree <post@perktree.example>' };
  // The mail server is down at first, so that mails wait.
  await server.stop();
  let product = await startProduct({ env });
  const { dataDir } = product;
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await Person.register(product.url, `mailed-${n}`, 'customer'));
  await server.start();
  for (let n = 0; n < KILLS; n += 1) {
    await endLeases(dataDir);
    const before = server.received.length;
    if (before < PEOPLE) await expect.poll(() => server.received.length).toBeGreaterThan(before);
    await product.kill();
    product = await startProduct({ env, dataDir });
  }
  await endLeases(dataDir);
  const recipients = () => new Set(server.received.flatMap((mail) => mail.recipients));
  await expect.poll(() => recipients().size).toBe(PEOPLE);
  expect(recipients()).toEqual(new Set(people.map(({ email }) => email)));
  // One Message-ID for each recipient, even if the mail was sent more than once.
  const ids = new Set(server.received.map((mail) => `${mail.recipients.join()} ${mail.header('message-id')}`));
  expect(ids.size).toBe(PEOPLE);
  expect(product.output()).not.toContain(people[0]?.email);

  await product.stop();
  await server.stop();
  removeData(product);
});
