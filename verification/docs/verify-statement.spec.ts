import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { newPrivateKey, readSigningKey } from '@perktree/audit-service/chain/signing-key';
import { DOES_NOT_PROVE } from '@perktree/audit-service/statement/limits';
import { makeStatement } from '@perktree/audit-service/statement/make-statement';
import { fingerprintOf, packed } from '@perktree/audit-service/statement/seal';
import type { Statement, StatementAsked } from '@perktree/audit-service/statement/statement';
import { openAuditDatabase } from '@perktree/audit-service/testing/audit-database';
import { auditedHistory } from '@perktree/audit-service/testing/audited-history';
import { correctedFacts, correctedHistory, correctedTexts } from '@perktree/audit-service/testing/corrected-payout';
import { EARNERS, earningHistory } from '@perktree/audit-service/testing/earning-history';
import { placesIn, withFlipped } from '@perktree/audit-service/testing/flipped';
import { statementMeans } from '@perktree/audit-service/testing/statement-means';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { inTree, stored } from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { FORGED, UNKNOWABLE } from './forged-statements.ts';
import { bytesOf, type Case, resealed, resealedFile } from './forging.ts';

interface Result {
  readonly reasons: readonly { readonly code: string }[];
}
interface Verifier {
  verifyFile(file: Uint8Array, options: object): Result;
  main(args: readonly string[]): number;
}
const root = join(import.meta.dirname, '../..');
const { verifyFile, main }: Verifier = await import(join(root, 'scripts/verify-statement.mjs'));
const first = ({ file, key, predecessor }: Case) =>
  [...new Set(verifyFile(file, { key, predecessor }).reasons.map(({ code }) => code))].sort();

const python = (args: readonly string[], input = '') =>
  spawnSync('python3', args, {
    ...{ cwd: join(root, 'docs/examples'), input, encoding: 'utf8', maxBuffer: 1e8 },
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
const isMissing = python(['-c', 'import cryptography']).status !== 0;
if (isMissing) console.warn('Without the second verifier: apt-get install python3-cryptography');

/** The codes of the second verifier, for many files by one process. */
function second(cases: readonly Case[]): readonly (readonly string[])[] {
  const base64 = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('base64');
  const lines = cases.map(({ file, key, predecessor }) =>
    JSON.stringify({ file: base64(file), key, predecessor: base64(predecessor) ?? null }),
  );
  const { stdout, stderr } = python(['verify_statement.py', '--lines'], `${lines.join('\n')}\n`);
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const [key, stranger] = [readSigningKey(newPrivateKey()), readSigningKey(newPrivateKey())];
const SITE = { kind: 'site', id: inTree('root').siteId } as const;
const HISTORY = correctedHistory();
const always = { from: '2000-01-01T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' };
/** Statements that both verifiers judge. A longer run has more. */
const CASES = 100 * Number(process.env.RUNS_FACTOR ?? 1);
/** Of random histories, of both kinds. */
const random: Statement[] = [];
const { pool, close } = await openAuditDatabase();
const emptyChain = () =>
  pool.query('TRUNCATE audit.chain_segments, audit.signed_heads, audit.signing_keys, audit.parts_secret CASCADE');
const stated = async (history: readonly RecordedEvent[], asked: Partial<StatementAsked> = {}) => {
  const store = new MemoryStore();
  store.push(...history.map(stored));
  const now = new Date('2026-11-01T00:00:00.000Z');
  const means = { store, pool, key, now, ...statementMeans(store), texts: correctedTexts };
  return (await makeStatement({ about: SITE, ...always, ...asked }, means)).statement;
};
const before = await stated(HISTORY, { to: '2026-03-15T00:00:00.000Z' });
const genuine = {
  ...{ key, stranger, first: before },
  second: await stated(HISTORY, { from: before.to, predecessor: fingerprintOf(packed(before)) }),
  running: await stated(HISTORY, { from: before.to, to: '2030-01-01T00:00:00.000Z' }),
  own: await stated(HISTORY, { about: { kind: 'distributor', id: 'ana' } }),
  foreign: await (async () => {
    await emptyChain();
    const other = correctedFacts().map((fact) =>
      fact.type === 'BenefitRedeemed' ? { ...fact, data: { ...fact.data, qrName: 'other' } } : fact,
    );
    return stated(auditedHistory(other));
  })(),
};
for (const history of fc.sample(earningHistory, { numRuns: 6, seed: 7 })) {
  await emptyChain();
  random.push(await stated(history));
  for (const id of EARNERS.slice(0, 2)) random.push(await stated(history, { about: { kind: 'distributor', id } }));
}
await close();

describe('a genuine statement', () => {
  const each = () => {
    const { first: before, second: after, running, own } = genuine;
    const file = (statement: Statement): Case => ({ file: bytesOf(statement), key: key.publicKey });
    return [
      ...[before, after, running, own, ...random].map(file),
      { ...file(after), predecessor: bytesOf(before) },
      { ...file(own), file: gzipSync(bytesOf(own)) },
      { ...file(own), file: Buffer.from(`${bytesOf(own)}\n`) },
    ];
  };

  it('has nothing wrong', () => {
    expect(
      each()
        .filter((one) => first(one).length > 0)
        .map(first),
    ).toEqual([]);
  });

  it.skipIf(isMissing)('has nothing wrong for the second verifier', () => {
    expect(second(each()).filter((codes) => codes.length > 0)).toEqual([]);
  });
});

describe('a forged statement', () => {
  it.each(FORGED)('with %s is refused for its own reason: %s', (_, code, forge) => {
    expect(first(forge(genuine))).toContain(code);
  });

  it.skipIf(isMissing)('is refused by the second verifier for the same reasons', () => {
    const cases = FORGED.map(([, , forge]) => forge(genuine));
    const named = (codes: readonly (readonly string[])[]) => FORGED.map(([name], n) => [name, ...(codes[n] ?? [])]);
    expect(named(second(cases))).toEqual(named(cases.map(first)));
  });

  it('as no reader of the file can know is not called right: what it does not prove says so', () => {
    const folder = mkdtempSync(join(tmpdir(), 'perktree-forged-'));
    try {
      for (const [name, limit, forge] of UNKNOWABLE) {
        const { file, key: given } = forge(genuine);
        writeFileSync(join(folder, 'file.json'), file);
        const print = vi.spyOn(console, 'log').mockReturnValue();
        const status = main([join(folder, 'file.json'), '--key', given]);
        const said = String(print.mock.lastCall);
        print.mockRestore();
        expect([name, status]).toEqual([name, 0]);
        expect(said).not.toMatch(/\ball\b(?! history)/i);
        expect(said).toMatch(/reference corrected, transfer 9\n.*written off -2\.00 EUR, agreed\n/);
        const limits = said.slice(said.indexOf('What it does not prove:'));
        expect(limits).toMatch(limit);
        for (const sentence of DOES_NOT_PROVE) expect(limits).toContain(sentence);
      }
      const cases = UNKNOWABLE.map(([, , forge]) => forge(genuine));
      if (!isMissing) expect(second(cases)).toEqual(cases.map(() => []));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a hundred statements, genuine and changed in one place, some of them sealed again', () => {
  const ofAll = (): readonly Case[] => {
    const cases: Case[] = [];
    const kept = { key: key.publicKey };
    for (let round = 0; cases.length < CASES; round += 1) {
      const statement = random[round % random.length] as Statement;
      if (round < random.length) cases.push({ ...kept, file: bytesOf(statement) });
      const flipped = <T>(value: T) => {
        // Without events, the lists of the statement are no places: the file has them in another form.
        const places = placesIn(value).filter(
          ({ path }) => path.length > 1 || !['events', 'proof'].includes(path[0] ?? ''),
        );
        return withFlipped(value, places[(round * 7_919) % places.length] as (typeof places)[number]);
      };
      const changed = () => {
        if (round % 4 < 2) return round % 2 === 0 ? flipped(statement) : resealed(flipped(statement), key);
        const file = flipped(packed(statement));
        return round % 2 === 0 ? file : resealedFile(file, key);
      };
      cases.push({ ...kept, file: bytesOf(changed()) });
    }
    return cases;
  };

  it.skipIf(isMissing)('get the same codes from both verifiers', () => {
    const cases = ofAll();
    const found = cases.map(first);
    const codes = new Set(found.flat());
    for (const code of ['spelling', 'field', 'seal', 'proof', 'money', 'total', 'order']) expect(codes).toContain(code);
    expect(found.filter((each) => each.length === 0).length).toBeGreaterThan(random.length - 1);
    const other = second(cases);
    const differing = cases.flatMap((each, n) =>
      String(found[n]) === String(other[n]) ? [] : [[found[n], other[n], String(each.file).slice(0, 200)]],
    );
    expect(differing).toEqual([]);
  });
});
