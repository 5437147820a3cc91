import { setTimeout as sleep } from 'node:timers/promises';
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';

/**
 * Replaces `vitest` in the bundle of the engine suite: the part that the contract uses, with vitest's own assertions, so that
 * node alone can run the same tests.
 */
type Body = (...args: never[]) => unknown;

interface Group {
  readonly name: string;
  readonly tests: { readonly name: string; readonly body: (context: { skip: (why: string) => never }) => unknown }[];
  readonly groups: Group[];
  readonly before: (() => unknown)[];
  readonly after: (() => unknown)[];
}

class Skipped extends Error {}

const group = (name: string): Group => ({ name, tests: [], groups: [], before: [], after: [] });
const root = group('');
let current = root;

const TEST_TIMEOUT_MS = 240_000;
const POLL_TIMEOUT_MS = 20_000;
const POLL_EVERY_MS = 50;

export function describe(name: string, fill: () => void): void {
  const outer = current;
  current = group(name);
  outer.groups.push(current);
  fill();
  current = outer;
}

export const beforeEach = (hook: () => unknown) => void current.before.push(hook);
export const afterEach = (hook: () => unknown) => void current.after.push(hook);

export function it(name: string, body: Body): void {
  current.tests.push({ name, body: body as Group['tests'][number]['body'] });
}

it.each =
  (rows: readonly unknown[]) =>
  (name: string, body: Body): void => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row];
      let next = 0;
      const title = name.replace(/%[sj]/g, () => String(values[next++]));
      it(title, (() => (body as (...args: unknown[]) => unknown)(...values)) as Body);
    }
  };

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

interface Expect {
  (value: unknown, message?: string): Chai.Assertion;
  poll(value: () => unknown): { toBe(expected: unknown): Promise<void> };
}

export const expect: Expect = Object.assign((value: unknown, message?: string) => chai.expect(value, message), {
  poll: (value: () => unknown) => ({
    toBe: async (expected: unknown) => {
      for (const until = performance.now() + POLL_TIMEOUT_MS; performance.now() < until; await sleep(POLL_EVERY_MS)) {
        if (Object.is(await value(), expected)) return;
      }
      chai.expect(await value()).to.equal(expected);
    },
  }),
});

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Runs the described tests one by one, and prints each result.
 * @param words all of which a title must contain
 */
export async function run(words: readonly string[], print: (line: string) => void): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  await runGroup(root, { titles: [], before: [], after: [], words }, counts, print);
  return counts;
}

interface Around {
  readonly titles: readonly string[];
  readonly before: readonly (() => unknown)[];
  readonly after: readonly (() => unknown)[];
  readonly words: readonly string[];
}

async function runGroup(of: Group, around: Around, counts: Counts, print: (line: string) => void): Promise<void> {
  const inside = {
    titles: of.name ? [...around.titles, of.name] : around.titles,
    before: [...around.before, ...of.before],
    after: [...of.after, ...around.after],
    words: around.words,
  };
  for (const { name, body } of of.tests) {
    const title = [...inside.titles, name].join(' › ');
    if (!inside.words.every((word) => title.includes(word))) continue;
    try {
      await inLimit(() => runTest(inside, body));
      counts.passed++;
      print(`passed   ${title}`);
    } catch (error) {
      const skipped = error instanceof Skipped;
      counts[skipped ? 'skipped' : 'failed']++;
      print(skipped ? `skipped  ${title}: ${error.message}` : `FAILED   ${title}\n${(error as Error).stack}`);
    }
  }
  for (const each of of.groups) await runGroup(each, inside, counts, print);
}

const context = {
  skip: (why: string): never => {
    throw new Skipped(why);
  },
};

async function runTest({ before, after }: Around, body: Group['tests'][number]['body']): Promise<void> {
  try {
    for (const hook of before) await hook();
    await body(context);
  } finally {
    for (const hook of after) await hook();
  }
}

async function inLimit(work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const late = sleep(TEST_TIMEOUT_MS, undefined, { signal: over.signal }).then(
    () => Promise.reject(new Error(`it took more than ${TEST_TIMEOUT_MS} ms`)),
    () => {},
  );
  try {
    await Promise.race([work(), late]);
  } finally {
    over.abort();
  }
}
