import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Mutant, mutantsOf } from './mutants.ts';
import type { Target } from './targets.ts';

export interface Score {
  readonly file: string;
  readonly mutants: number;
  readonly survivors: readonly Mutant[];
}

/** A mutant that lets nothing be heard for so long runs for ever, which is noticed, too. */
const LONGEST_MS = 60_000;
/** The run without a mutant, which has to pass. */
const NONE = -1;

/**
 * Tries all mutants of a file in a copy of the sources.
 * @param databaseUrl a role that may create databases
 * @throws Error where its specs do not pass without a mutant
 */
export async function mutate(folder: string, { file, specs }: Target, databaseUrl: string): Promise<Score> {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const { mutants, text } = mutantsOf(source, file);
  writeFileSync(path, text);
  const survivors: Mutant[] = [];
  let waiting = mutants.map(({ id }) => id);
  try {
    while (waiting.length > 0) {
      const outcomes = await run(folder, specs, waiting, databaseUrl);
      if (outcomes.get(NONE) !== 'survived') throw new Error(`${file}: its specs do not pass as it is`);
      for (const id of waiting) if (outcomes.get(id) === 'survived') survivors.push(mutants[id] as Mutant);
      // The first that has no outcome is the one that never ended.
      const hung = waiting.findIndex((id) => !outcomes.has(id));
      waiting = hung < 0 ? [] : waiting.slice(hung + 1);
    }
  } finally {
    writeFileSync(path, source);
  }
  return { file, mutants: mutants.length, survivors };
}

function run(
  folder: string,
  specs: readonly string[],
  ids: readonly number[],
  databaseUrl: string,
): Promise<ReadonlyMap<number, string>> {
  const program = join(folder, 'trust/mutation/run-mutants.mjs');
  const child = spawn(process.execPath, [program, JSON.stringify({ specs, ids })], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl, VITEST: '' },
  });
  const outcomes = new Map<number, string>();
  let timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, id, outcome] = /^(-?\d+) (killed|survived)$/.exec(line) ?? [];
    if (id === undefined || outcome === undefined) return;
    outcomes.set(Number(id), outcome);
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  });
  return new Promise((done) => {
    child.once('close', () => {
      clearTimeout(timer);
      done(outcomes);
    });
  });
}
