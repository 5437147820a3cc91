import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runCommand, sessionOn } from '../testing/run-command.ts';

const publicKey = (pair: { readonly publicKey: { export(form: { type: 'spki'; format: 'der' }): Buffer } }) =>
  pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const KEY = publicKey(generateKeyPairSync('ed25519'));
const folder = mkdtempSync(join(tmpdir(), 'perktree-chain-'));
writeFileSync(join(folder, 'heads.json'), '{"heads":[]}');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verify = (...words: string[]) => {
  const open = () => Promise.reject(new Error('the database was opened'));
  return runCommand(sessionOn('postgres://x@127.0.0.1:1/x', { folder, open }), 'chain', 'verify', ...words);
};

it.each([
  ['no key', ''],
  ['no base64', 'what?'],
  ['a line of `chain key`', `0123456789abcdef  ${KEY}`],
  ['a key of another kind', publicKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }))],
])('refuses as --key what is no public key of Ed25519: %s', async (_, key) => {
  const message = 'Use an Ed25519 public key in base64, as `chain key` prints it.';
  await expect(verify('--heads', 'heads.json', '--key', key)).rejects.toThrow(message);
});

it('refuses a key without heads, which would be ignored', async () => {
  await expect(verify('--key', KEY)).rejects.toThrow('--key belongs to the heads of a file: name it by --heads.');
});

it.each([
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['JSON of another kind', '{"heads":[{}]}'],
])('names a file of heads that holds %s, and what it takes', async (_, text) => {
  const file = join(folder, 'wrong.json');
  writeFileSync(file, text);
  const message = `${file} holds no signed heads. Use an answer of GET /api/audit/heads.`;
  await expect(verify('--heads', 'wrong.json')).rejects.toThrow(message);
});

it('refuses a file of heads that two readers could understand in two ways', async () => {
  writeFileSync(join(folder, 'twice.json'), '{"heads":[{"events":1,"events":2}]}');
  await expect(verify('--heads', 'twice.json')).rejects.toThrow(/twice\.json.*“heads\[0\]\.events” stands twice/);
});

it('takes a key with heads', async () => {
  await expect(verify('--heads', 'heads.json', '--key', KEY)).rejects.toThrow('the database was opened');
});
