import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messageId, signedHeaders } from './signature.ts';

const secret = (fill: number) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`;
const body = '{"type":"scan.created","timestamp":"2026-06-01T12:00:00.000Z","position":"7","data":{"qrName":"Café"}}';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const ed25519 = (content: string) => sign(null, Buffer.from(content), privateKey).toString('base64');

/** When it is sent, and verified: the reference library reads the clock. */
const NOW = new Date('2026-05-10T10:00:00.000Z');
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('is verified by the reference library, for each secret that signs', () => {
  const headers = signedHeaders({ id: 'msg_1', body }, { secrets: [secret(1), secret(2)], sign: ed25519 }, NOW);
  for (const fill of [1, 2]) expect(new Webhook(secret(fill)).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret(3)).verify(body, headers)).toThrow();
  expect(() => new Webhook(secret(1)).verify(body.replace('7', '8'), headers)).toThrow();
  const others = { ...headers, 'webhook-id': 'msg_2' };
  expect(() => new Webhook(secret(1)).verify(body, others)).toThrow();
});

it('has a signature that everybody can verify with the public key', () => {
  const headers = signedHeaders({ id: 'msg_1', body }, { secrets: [secret(1)], sign: ed25519 }, NOW);
  const signature =
    headers['webhook-signature']
      ?.split(' ')
      .find((one) => one.startsWith('v1a,'))
      ?.slice(4) ?? '';
  const isSigned = (text: string) =>
    verify(
      null,
      Buffer.from(text),
      createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
      Buffer.from(signature, 'base64'),
    );
  expect(isSigned(`msg_1.${headers['webhook-timestamp']}.${body}`)).toBe(true);
  expect(isSigned(`msg_2.${headers['webhook-timestamp']}.${body}`)).toBe(false);
});

it('has an id that is the same for an event at an endpoint, and another at others', () => {
  expect(messageId('a', 7n)).toBe(messageId('a', '7'));
  expect(new Set([messageId('a', 7n), messageId('a', 8n), messageId('b', 7n)]).size).toBe(3);
});
