import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consistencyPath } from '@perktree/audit-service/chain/consistency';
import { rootOf } from '@perktree/audit-service/chain/merkle-tree';
import { signedText } from '@perktree/audit-service/chain/signed-heads';
import { newPrivateKey, readSigningKey, type SigningKey } from '@perktree/audit-service/chain/signing-key';
import { handOverText, revocationText } from '@perktree/audit-service/chain/signing-keys';
import type { ConsistencyProof, PublishedKey, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const examples = join(root, 'docs/examples');
const {
  verifyHeads,
}: { verifyHeads(entries: readonly object[], given: object): Record<'wrong' | 'unproven', string[]> } = await import(
  join(root, 'scripts/verify-heads.mjs')
);

interface Case {
  readonly name: string;
  readonly heads: readonly SignedHead[];
  readonly keys: readonly PublishedKey[];
  readonly proofs: readonly ConsistencyProof[];
  readonly given: string;
}

const SIZES = [3, 8, 8, 13, 40];
const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n)).toISOString();
const hash = (text: string) => createHash('sha256').update(text).digest();
const [first, second, stranger] = [1, 2, 3].map(() => readSigningKey(newPrivateKey())) as [
  SigningKey,
  SigningKey,
  SigningKey,
];
const leaves = (of: string) => Array.from({ length: 40 }, (_, n) => hash(`${of} ${n}`));
const hex = (bytes: Buffer) => bytes.toString('hex');

function signed(key: SigningKey, head: Omit<SignedHead, 'keyId' | 'signature'>): SignedHead {
  return { ...head, keyId: key.keyId, signature: key.sign(signedText(head)).toString('base64') };
}
function headsOf(history: string, key: (n: number) => SigningKey): SignedHead[] {
  return SIZES.map((events, n) => {
    const rootAt = (tree: string) => hex(rootOf(leaves(`${history} ${tree}`).slice(0, events)));
    const facts = { events, position: `${events}`, chain: hex(hash(`${history} ${events}`)), root: rootAt('whole') };
    return signed(key(n), { ...facts, parts: n === 1 ? null : rootAt('parts'), signedAt: hour(n) });
  });
}
function proofsOf(history: string): ConsistencyProof[] {
  const path = (tree: string, from: number, to: number) =>
    consistencyPath(from, to, (a, b) => rootOf(leaves(`${history} ${tree}`).slice(a, b))).map(hex);
  return [...new Set(SIZES)].slice(1).map((to) => {
    const from = SIZES[SIZES.indexOf(to) - 1] as number;
    return { from, to, path: path('whole', from, to), partsPath: path('parts', from, to) };
  });
}
const keyOf = ({ keyId, publicKey }: SigningKey, since: string): PublishedKey => ({
  ...{ keyId, publicKey, since, until: null, handOver: null, revoked: null },
});
const handedOver = (from: SigningKey, key: PublishedKey): PublishedKey => ({
  ...key,
  handOver: { from: from.keyId, signature: from.sign(handOverText(from.keyId, key)).toString('base64') },
});
function revoked(key: PublishedKey, by: SigningKey, at: string): PublishedKey {
  const facts = { at, reason: 'lost', by: by.keyId };
  return { ...key, revoked: { ...facts, signature: by.sign(revocationText(key.keyId, facts)).toString('base64') } };
}
const KEYS: [PublishedKey, PublishedKey] = [
  { ...keyOf(first, hour(0)), until: hour(3) },
  handedOver(first, keyOf(second, hour(3))),
];
const byTwo = (n: number) => (n < 3 ? first : second);
const genuine: Case = {
  ...{ name: 'genuine', heads: headsOf('own', byTwo), keys: KEYS, proofs: proofsOf('own'), given: first.publicKey },
};

/** Each forged field of each head, key and proof, without a new signature and with one of a stranger's key. */
function forgedCases(): Case[] {
  const flip = (text: string) => (text.startsWith('a') ? 'b' : 'a') + text.slice(1);
  const heads = genuine.heads.flatMap((head, n) =>
    (['events', 'position', 'chain', 'root', 'parts', 'signedAt', 'keyId', 'signature'] as const).flatMap((field) => {
      const value = head[field];
      if (value === null) return [];
      const other = typeof value === 'number' ? value + 1 : field === 'signedAt' ? hour(9) : flip(value);
      const changed = { ...head, [field]: other };
      return [changed, signed(stranger, changed)].map((each, way): Case => {
        return { ...genuine, name: `${field} of head ${n}, way ${way}`, heads: genuine.heads.with(n, each) };
      });
    }),
  );
  const proofs = genuine.proofs.flatMap((proof, n) =>
    (['path', 'partsPath'] as const).flatMap((field) => {
      const path = proof[field] ?? [];
      const paths = [path.slice(1), [...path, hex(hash('more'))], path.with(0, hex(hash('other'))), path.toReversed()];
      return paths
        .filter((each) => each.join() !== path.join())
        .map((each, way): Case => {
          const changed = { ...proof, [field]: each };
          return { ...genuine, name: `${field} of proof ${n}, way ${way}`, proofs: genuine.proofs.with(n, changed) };
        });
    }),
  );
  const keys = ([one, two]: [PublishedKey, PublishedKey]): [string, PublishedKey[]][] => [
    ['a stranger’s public key', [one, { ...two, publicKey: stranger.publicKey }]],
    ['a stranger’s hand-over', [one, handedOver(stranger, two)]],
    [
      'an earlier hand-over',
      [
        { ...one, until: hour(2) },
        { ...two, since: hour(2) },
      ],
    ],
    ['no end of the first', [{ ...one, until: null }, two]],
    ['no first key', [two]],
    ['no hand-over', [one, { ...two, handOver: null }]],
    ['a revocation of the first', [revoked(one, second, hour(1)), two]],
    ['a revocation by itself', [one, revoked(two, second, hour(9))]],
    ['a revocation by a stranger', [one, revoked(two, stranger, hour(9))]],
    ['a revoked key', [one, revoked(two, first, hour(4))]],
  ];
  return [
    ...[...heads, ...proofs],
    ...keys(KEYS).map(([name, changed]): Case => ({ ...genuine, name: `keys with ${name}`, keys: changed })),
    { ...genuine, name: 'no heads', heads: [] },
    { ...genuine, name: 'no proofs', proofs: [] },
    { ...genuine, name: 'another trusted key', given: stranger.publicKey },
    { ...genuine, name: 'another history', heads: headsOf('other', byTwo) },
    {
      ...genuine,
      name: 'a later head of another history',
      heads: genuine.heads.with(4, headsOf('other', byTwo)[4] as SignedHead),
    },
    { ...genuine, name: 'the old key after its end', heads: headsOf('own', () => first) },
  ];
}

const byFirst = ({ heads, keys, proofs, given }: Case) => {
  const entries = heads.map((head) => ({ head, file: 'heads.json' }));
  const { wrong, unproven } = verifyHeads(entries, { keys, proofs, given: [given] });
  return [...wrong, ...unproven];
};
const python = (args: readonly string[], input = '') =>
  spawnSync('python3', args, {
    cwd: examples,
    input,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
const isMissing = python(['-c', 'import cryptography']).status !== 0;
const BATCH = `import json, sys, verify_heads
for case in json.load(sys.stdin):
    try: found = verify_heads.check(case["heads"], case["keys"], case["proofs"], case["given"])
    except Exception as error: found = [repr(error)]
    print(json.dumps(found))`;

it('heads, keys and proofs that were forged in any field are refused', () => {
  expect(byFirst(genuine)).toEqual([]);
  const forged = forgedCases();
  expect(forged.length).toBeGreaterThan(100);
  expect(forged.filter((each) => byFirst(each).length === 0).map(({ name }) => name)).toEqual([]);
});

it('a key counts from its hand-over until the next one, and until it is revoked', () => {
  const third = readSigningKey(newPrivateKey());
  const [one, two] = [KEYS[0], { ...KEYS[1], until: hour(5) }];
  const all = [one, two, handedOver(second, keyOf(third, hour(5)))];
  const verdict = (by: SigningKey, signedAt: string, keys: readonly PublishedKey[], ...trusted: SigningKey[]) => {
    const { keyId: _, signature: __, ...facts } = genuine.heads[0] as SignedHead;
    const head = signed(by, { ...facts, signedAt });
    return verifyHeads([{ head, file: '' }], { keys, given: trusted.map(({ publicKey }) => publicKey) }).wrong;
  };
  const naming = (...parts: string[]) => parts.map((part) => expect.stringContaining(part));
  expect(verdict(third, hour(6), all, first)).toEqual([]);
  expect(verdict(first, hour(0), all, third)).toEqual(naming('neither given nor handed over by a given key'));
  expect(verdict(second, hour(0), all, first)).toEqual(naming('is in use since'));
  expect(verdict(first, hour(4), all, first)).toEqual(naming('was replaced at'));
  const later = all.with(1, revoked(two, third, hour(4)));
  expect(verdict(second, hour(3), later, first, third)).toEqual([]);
  expect(verdict(second, hour(4), later, first, third)).toEqual(naming(`was revoked at ${hour(4)}: lost`));
  const after = naming('after that was revoked: trust it only by --key', 'neither given nor handed over');
  expect(verdict(third, hour(6), later, first)).toEqual(after);
});

it.skipIf(isMissing)('the verifier of the documents, in Python, agrees on each of them', () => {
  const all = [genuine, ...forgedCases()];
  const { stdout, stderr } = python(['-c', BATCH], JSON.stringify(all));
  expect(stderr).toBe('');
  const verdicts = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).length === 0);
  expect(all.filter((each, n) => verdicts[n] !== (byFirst(each).length === 0)).map(({ name }) => name)).toEqual([]);
});

it.skipIf(isMissing)(
  'both verifiers read the files that the product answers, and refuse a name that stands twice',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'perktree-verifiers-'));
    const file = (name: string, content: unknown) => {
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
      return join(folder, name);
    };
    try {
      const { heads, keys, proofs, given } = genuine;
      const [keysFile, proofsFile] = [file('keys.json', { keys }), file('proofs.json', proofs)];
      const run = (headsFile: string) => [
        python([join(examples, 'verify_heads.py'), headsFile, keysFile, proofsFile, given]).status,
        spawnSync(process.execPath, [
          ...[join(root, 'scripts/verify-heads.mjs'), headsFile, '--keys', keysFile, '--proof', proofsFile],
          ...['--key', given, '--json'],
        ]).status,
      ];
      expect(run(file('heads.json', { heads }))).toEqual([0, 0]);
      const twice = JSON.stringify({ heads }).replace('"events":3', '"events":4,"events":3');
      expect(run(file('twice.json', twice))).toEqual([1, 2]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
