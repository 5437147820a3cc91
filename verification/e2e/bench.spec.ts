import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from './support/product.ts';

/** The fastest parts, to test a run's output and files. */
const PARTS = ['commands'] as const;

/** A run writes only below this folder, so the test sees files that are left behind. */
let folder: string;
let result: { code: number | null; output: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perktree-bench-spec-'));
  result = await bench(...PARTS, '--tiny', '--json', join(folder, 'figures.json'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function bench(...words: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/bench.mjs'), ...words], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

interface Figures {
  cells: { part: string; contender: string; void: string | null; figures: Record<string, number> }[];
}
const figures = (): Figures => JSON.parse(readFileSync(join(folder, 'figures.json'), 'utf8')) as Figures;

describe('the bench', () => {
  it('measures what it was told to, each cell of it correct, and says that a small run has no figures', () => {
    expect(result.output).toContain('its figures mean nothing');
    expect(result.code, result.output).toBe(0);
    const { cells } = figures();
    expect(cells.filter((cell) => cell.void !== null)).toEqual([]);
    expect(new Set(cells.map(({ part }) => part))).toEqual(new Set(PARTS));
    expect(new Set(cells.map(({ contender }) => contender))).toEqual(
      new Set(['product', 'emmett', 'emmett, projecting']),
    );
    for (const { figures: each } of cells)
      for (const value of Object.values(each)) expect(value).toBeGreaterThanOrEqual(0);
  });

  it('leaves nothing behind', () => {
    expect(readdirSync(folder)).toEqual(['figures.json']);
  });

  it('refuses a part that there is not, and names those that there are', async () => {
    const { code, output } = await bench('redemption');
    expect(code).toBe(2);
    expect(output).toContain('There is no part redemption.');
    expect(output).toContain('npm run bench -- [redeem hot');
  });
});
