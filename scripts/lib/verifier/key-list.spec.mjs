import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../project.mjs';
import { keyIdOf } from './hashes.mjs';

const FILE = join(root, 'audit-service/fixtures/version-1-site.json');
const STATEMENT = JSON.parse(readFileSync(FILE, 'utf8'));
const SIGNED_AT = STATEMENT.head.signedAt;
const [BEFORE, AFTER] = ['2000-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'];

const pair = generateKeyPairSync('ed25519');
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const SUCCESSOR = { keyId: keyIdOf(publicKey), publicKey, since: AFTER, until: null, handOver: null, revoked: null };
const OWN = {
  ...{ keyId: STATEMENT.head.keyId, publicKey: STATEMENT.publicKey },
  ...{ since: BEFORE, until: null, handOver: null, revoked: null },
};

function revoked(at, signer = pair.privateKey) {
  const facts = { at, reason: 'The disk was sold', by: SUCCESSOR.keyId };
  const text = ['perktree-key-revocation-1', OWN.keyId, at, facts.reason, facts.by, ''].join('\n');
  return { ...OWN, revoked: { ...facts, signature: sign(null, Buffer.from(text), signer).toString('base64') } };
}

/** The answer of the bundled program. */
function verified(keys, words = []) {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-keys-'));
  try {
    const list = join(folder, 'keys.json');
    writeFileSync(list, keys === null ? '{}' : JSON.stringify({ keys }));
    const program = join(root, 'scripts/verify-statement.mjs');
    return spawnSync(process.execPath, [program, FILE, '--keys', list, ...words], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ['a revoked key', [revoked(BEFORE), SUCCESSOR], `was revoked on ${BEFORE}: The disk was sold`],
  ['a key that was revoked at the moment of the signature', [revoked(SIGNED_AT), SUCCESSOR], 'was revoked on'],
  ['a replaced key', [{ ...OWN, until: BEFORE }], `was replaced on ${BEFORE}.`],
  ['a key before it took over', [{ ...OWN, since: AFTER, handOver: {} }], `is in use only since ${AFTER}.`],
  ['a key that the list does not have', [SUCCESSOR], `The list of keys has no key ${OWN.keyId}`],
  ['another public key of that name', [{ ...OWN, publicKey }], 'names another public key'],
  [
    'a revocation by a stranger',
    [revoked(AFTER, generateKeyPairSync('ed25519').privateKey), SUCCESSOR],
    'is not signed by',
  ],
  ['a revocation by a key that the list does not have', [revoked(AFTER)], 'is not signed by'],
])('%s is refused', (_, keys, sentence) => {
  const { status, stdout } = verified(keys, ['--key', STATEMENT.publicKey, '--json']);
  const { reasons } = JSON.parse(stdout);
  expect([status, new Set(reasons.map(({ code }) => code))]).toEqual([1, new Set(['key'])]);
  expect(reasons.map(({ message }) => message).join('\n')).toContain(sentence);
});

it('a key that was in use is verified, and a later revocation is taken on trust', () => {
  const inUse = verified([OWN, SUCCESSOR]);
  expect([inUse.status, inUse.stdout]).toEqual([0, expect.stringContaining('which was in use when it signed.')]);
  expect(inUse.stdout).not.toContain('revoked');
  const later = verified([revoked(AFTER), SUCCESSOR]);
  expect([later.status, later.stdout]).toEqual([0, expect.stringContaining(`its key was revoked on ${AFTER}`)]);
});

it('a file that is no list of keys is not read', () => {
  const { status, stderr } = verified(null);
  expect([status, stderr]).toEqual([2, expect.stringContaining('no list of keys')]);
});
