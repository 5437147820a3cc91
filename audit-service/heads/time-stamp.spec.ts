import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import type { Post } from '@perktree/platform/outgoing/post';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headFile } from '../chain/signed-heads.ts';
import { toTimeStampAuthority } from './push-heads-job.ts';
import { checkTimeStamp, stampedAt, timeStampRequest } from './time-stamp.ts';

const HEAD: SignedHead = {
  ...{ events: 10, position: '10', chain: 'ab'.repeat(32), root: 'cd'.repeat(32), parts: null },
  ...{ signedAt: '2026-05-10T10:00:00.000Z', keyId: '0123456789abcdef', signature: 'c2ln' },
};
const NONCE = Buffer.from('f1e2d3c4b5a69788', 'hex');

it('a request is what openssl ts -query writes', () => {
  // openssl ts -query -digest <SHA-256 of "text"> -sha256 -cert, with the nonce of this spec.
  const imprint = '982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1';
  expect(timeStampRequest('text', NONCE).toString('hex')).toBe(
    `30430201013031300d060960864801650304020105000420${imprint}020871e2d3c4b5a697880101ff`,
  );
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['HTML', Buffer.from('<html>')],
  ['a refusal', Buffer.from('30053003020102', 'hex')],
  ['a grant without a token', Buffer.from('30053003020100', 'hex')],
  ['a length that is cut off', Buffer.from('3082', 'hex')],
])('an answer with %s is no time stamp', (_, answer) => {
  expect(() => checkTimeStamp(answer, 'text', NONCE)).toThrow('time stamp');
  expect(stampedAt(answer)).toBeNull();
});

const openssl = (args: readonly string[], cwd: string) => spawnSync('openssl', args, { cwd, encoding: 'utf8' });
const isMissing = spawnSync('openssl', ['version']).status !== 0;

describe.skipIf(isMissing)('a time stamp of an authority', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'perktree-stamp-'));
    writeFileSync(
      join(folder, 'tsa.cnf'),
      `[req]\ndistinguished_name = dn\nx509_extensions = ext\nprompt = no\n[dn]\nCN = Test authority\n
[ext]\nextendedKeyUsage = critical,timeStamping\nbasicConstraints = critical,CA:true\n
[tsa]\ndefault_tsa = one\n[one]\nserial = ${folder}/serial\ncrypto_device = builtin\nsigner_cert = ${folder}/tsa.pem\n
signer_key = ${folder}/tsa.key\nsigner_digest = sha256\ndefault_policy = 1.2.3.4.1\ndigests = sha256\naccuracy = secs:1\n
ordering = no\ntsa_name = no\ness_cert_id_chain = no\n`.replaceAll('\n\n', '\n'),
    );
    writeFileSync(join(folder, 'serial'), '01\n');
    const made = openssl(
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'tsa.key', '-out', 'tsa.pem', '-config', 'tsa.cnf'],
      folder,
    );
    expect([made.status, made.stderr]).toEqual([0, expect.anything()]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** An authority that answers requests by openssl. */
  const authority: Post = async ({ headers, body }) => {
    expect(headers).toMatchObject({ 'content-type': 'application/timestamp-query' });
    writeFileSync(join(folder, 'request.tsq'), body);
    const replied = openssl(
      ['ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'request.tsq', '-out', 'answer.tsr'],
      folder,
    );
    expect([replied.status, replied.stderr]).toEqual([0, expect.anything()]);
    return { status: 200, body: readFileSync(join(folder, 'answer.tsr')), retryAfter: undefined, error: null };
  };
  const verify = (file: string) => {
    writeFileSync(join(folder, 'head.txt'), file);
    return openssl(['ts', '-verify', '-in', 'kept.tsr', '-data', 'head.txt', '-CAfile', 'tsa.pem'], folder).status;
  };

  it('is kept as the documents verify it, and is about the head alone', async () => {
    const kept = (await toTimeStampAuthority(authority, 'http://stamp.example')(HEAD)) as Buffer;
    writeFileSync(join(folder, 'kept.tsr'), kept);
    expect(verify(headFile(HEAD))).toBe(0);
    expect(verify(headFile({ ...HEAD, signature: 'c2lo' }))).not.toBe(0);
    expect(stampedAt(kept)).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  });

  it('of another head or request is not kept', async () => {
    const { body } = await authority({
      ...{ url: '', signal: new AbortController().signal, body: timeStampRequest('another', NONCE) },
      headers: { 'content-type': 'application/timestamp-query' },
    });
    checkTimeStamp(body as Buffer, 'another', NONCE);
    const replay: Post = async () => ({ status: 200, body, retryAfter: undefined, error: null });
    await expect(toTimeStampAuthority(replay, 'http://stamp.example')(HEAD)).rejects.toThrow('about something else');
    expect(() => checkTimeStamp(body as Buffer, 'another', Buffer.from(NONCE).fill(1))).toThrow('something else');
  });
});
