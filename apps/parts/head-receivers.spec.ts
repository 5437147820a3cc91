import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import type { HeadMails } from '@perktree/contracts/notification/mail';
import { expect, it, onTestFinished } from 'vitest';
import { readConfiguration } from './configuration/configuration.ts';
import { headReceivers } from './head-receivers.ts';

const HEAD: SignedHead = {
  ...{ events: 10, position: '10', chain: 'ab'.repeat(32), root: 'cd'.repeat(32), parts: null },
  ...{ signedAt: '2026-05-10T10:00:00.000Z', keyId: '0123456789abcdef', signature: 'c2ln' },
};
const MAIL = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'post@shop.example' };

function receiversOf(environment: Record<string, string>) {
  const mails: Parameters<HeadMails['queue']>[0][] = [];
  const queue = async (mail: Parameters<HeadMails['queue']>[0]) => void mails.push(mail);
  const { receivers, close } = headReceivers(readConfiguration(environment, '/srv'), { queue });
  onTestFinished(close);
  return { receivers, mails };
}

it('without a setting no head leaves the installation', () => {
  expect(receiversOf({}).receivers).toEqual({});
});

it.each([
  ['owners', true],
  ['superadmins', false],
  ['', true],
])('HEAD_MAILS=%s decides whether owners get mails', async (HEAD_MAILS, toOwners) => {
  const { receivers, mails } = receiversOf({ ...MAIL, HEAD_MAILS });
  expect(await receivers.mail?.(HEAD)).toBeNull();
  expect(mails).toEqual([{ events: 10, signedAt: HEAD.signedAt, json: JSON.stringify(HEAD), toOwners }]);
});

it('HEAD_MAILS=none sends none', () => {
  expect(receiversOf({ ...MAIL, HEAD_MAILS: 'none' }).receivers).toEqual({});
});

it('a witness on the network of the server gets heads only where the setting allows it', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    request.on('data', (part) => bodies.push(String(part)));
    request.on('end', () => response.end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const secret = receiversOf({ HEAD_WITNESS_URL: `https://127.0.0.1:${port}/` }).receivers;
  await expect(secret.witness?.(HEAD)).rejects.toThrow('127.0.0.1 is not public');
  const { receivers } = receiversOf({ HEAD_WITNESS_URL: `http://127.0.0.1:${port}/`, WEBHOOK_ALLOW_PRIVATE: '1' });
  await receivers.witness?.(HEAD);
  expect(bodies.map((body) => JSON.parse(body))).toEqual([HEAD]);
  // A time stamp authority needs no TLS, and a public address as well.
  const stamp = receiversOf({ HEAD_TIME_STAMP_URL: `http://127.0.0.1:${port}/` }).receivers;
  await expect(stamp.time_stamp?.(HEAD)).rejects.toThrow('127.0.0.1 is not public');
});
