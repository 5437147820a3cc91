import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEED } from '../chance/seed.ts';
import { collect, figuresOf } from '../kill-rig/collect.ts';
import { Load } from '../kill-rig/load/load.ts';
import { openShops } from '../kill-rig/load/shop.ts';
import { judge } from '../oracle/oracle.ts';
import { seeded } from '../trust/dice.ts';
import { startServer, type TestServer } from './support/postgres-server.ts';
import { operate, PROGRAM, type Product, ROOT, startProduct } from './support/product.ts';

const run = promisify(execFile);
/** Longest time of the installation and of the build, in milliseconds: a test that has ended leaves none of them running. */
const STEP_MS = 280_000;
/** Version 0.1.0 before there were tags. */
const WITHOUT_TAGS = 'b0e7fd15556be10b31ee6fabedff175de8f67299';

interface PreviousRelease {
  /** The newest tag, or a commit. */
  readonly name: string;
  /** Its built program. @param name of dist/server, such as `standalone` */
  program(name: string): string;
}

/** The newest tag, or a commit where there are none; null if this checkout has no history. */
async function nameOfPreviousRelease(): Promise<string | null> {
  const git = (...words: string[]) => run('git', ['-C', ROOT, ...words]).then(({ stdout }) => stdout.trim());
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD').catch(() => WITHOUT_TAGS);
  return git('rev-parse', '--verify', '--quiet', `${tag}^{commit}`).then(
    () => tag,
    () => null,
  );
}

/** Builds a release from the repository's history with its own packages, which takes minutes, and keeps it for later runs. */
async function buildRelease(name: string): Promise<PreviousRelease> {
  const kept = join(tmpdir(), `perktree-release-${name}`);
  const program = (each: string) => join(kept, `dist/server/${each}.js`);
  if (existsSync(kept)) return { name, program };
  const folder = mkdtempSync(`${kept}-`);
  try {
    await run('sh', ['-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', ROOT, name, folder]);
    const options = { cwd: folder, env: { ...process.env, NODE_ENV: '' }, timeout: STEP_MS };
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], options);
    await run(process.execPath, ['scripts/build.mjs'], options);
    renameSync(folder, kept);
    return { name, program };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Callers of each of two shops. */
const CALLERS = 5;
/** Acknowledged commands in each phase, at least. */
const COMMANDS = 150;
/** Two products with all their pools. */
const CONNECTIONS = 200;

/** Version 0.1.0 does not update these, and its reads would wait for them. */
const UNKNOWN_READ_MODELS = ['notifications', 'auditors', 'replaced_links'].flatMap((name) => ['--only', name]);

const name = await nameOfPreviousRelease();

/** Version 0.1.0 does not start with a login for queries that has rights it does not know, so it makes one of its own. */
function ownLogin(connectionString: string): Record<string, string> {
  const url = new URL(connectionString);
  url.username = 'perktree_older';
  url.password = 'made by the older version';
  return { DATABASE_READ_URL: url.href };
}

describe.skipIf(name === null)(`the previous release (${name}) and this version on the same data`, () => {
  let server: TestServer;
  let previous: PreviousRelease;
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-rolling-'));
  const running = new Set<Product>();
  const dice = seeded(SEED);
  const load = new Load(() => [...running].map(({ url }) => url)[dice.int(running.size)] ?? 'http://127.0.0.1:9', dice);
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startServer({ maxConnections: CONNECTIONS });
    env = { DATABASE_URL: server.url, DATA_DIR: dataDir, WAY_BACK_TO: '0.1.0' };
    previous = await buildRelease(name as string);
  });
  afterAll(async () => {
    await load.stop();
    for (const product of running) await product.stop();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const startOlder = () => start(previous.program('standalone'), ownLogin(server.url));
  async function start(program: string, login: Record<string, string> = {}): Promise<Product> {
    const product = await startProduct({ program, dataDir, env: { ...env, ...login } });
    running.add(product);
    return product;
  }
  /** It gets no more calls, as behind a gateway. */
  async function stop(product: Product): Promise<void> {
    running.delete(product);
    expect(await product.stop()).toBe(0);
  }
  const work = async (phase: string) => {
    const before = load.acknowledged;
    await expect.poll(() => load.acknowledged - before, { message: phase }).toBeGreaterThan(COMMANDS);
  };
  const previously = (...words: string[]) =>
    operate(words, { ...env, ...ownLogin(server.url) }, previous.program('perktree'));

  it('lose and repeat no command: older, both, newer, older again, newer again', async () => {
    let older = await start(previous.program('standalone'));
    for (const shop of await openShops(older.url)) load.start(shop, CALLERS);
    await work('older');

    let newer = await start(PROGRAM);
    await work('both');
    running.delete(older);
    await older.kill();
    older = await startOlder();
    await work('both, after the older one was killed');

    await stop(older);
    await work('newer');

    // As docs/how-to/operate.md, "Go back", says.
    await stop(newer);
    expect(await operate(['projections', 'pause', ...UNKNOWN_READ_MODELS], env)).toMatchObject({ exitCode: 0 });
    expect(await previously('projections', 'rebuild')).toMatchObject({ exitCode: 0 });
    older = await startOlder();
    await work('older again');
    expect(await previously('verify')).toMatchObject({ exitCode: 0 });

    newer = await start(PROGRAM);
    await stop(older);
    expect(await operate(['projections', 'resume', ...UNKNOWN_READ_MODELS], env)).toMatchObject({ exitCode: 0 });
    await work('newer again');
    // The leader looks for what was resumed every few seconds, and fills it beside the load.
    const list = () => operate(['projections', 'list'], env);
    const isLive = () => list().then(({ exitCode, output }) => exitCode === 0 && !/\bfilling\b/.test(output));
    await expect.poll(isLive, { timeout: STEP_MS }).toBe(true);

    await load.stop();
    const evidence = await collect(env, load.attempts, { clocksAgree: true });
    console.log(`${name}:`, figuresOf(evidence));
    expect(await judge(evidence)).toEqual([]);
    const redemptions = load.attempts.filter(({ url, outcome }) => /redeem$/.test(url) && outcome === 'acknowledged');
    console.log(`${redemptions.length} acknowledged redemptions`);
    expect(await operate(['verify'], env)).toMatchObject({ exitCode: 0 });
  });
});
