import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './lib/project.mjs';

const LOCK = JSON.stringify({ packages: { '': {} } });
/** Replaces the bundler: prints its process id, and is slow on request. */
const BUNDLER = `import { appendFileSync } from 'node:fs';
  export async function build() {
    appendFileSync('built-by', process.pid + '\\n');
    appendFileSync('built-for', process.env.NODE_ENV + '\\n');
    if (process.env.SLOW) await new Promise((done) => setTimeout(done, 60_000));
  }`;

let checkout;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'perktree-checkout-'));
  cpSync(join(root, 'scripts'), join(checkout, 'scripts'), { recursive: true });
  const files = {
    'package.json': JSON.stringify({ name: 'perktree', type: 'module' }),
    'package-lock.json': LOCK,
    'node_modules/.package-lock.json': LOCK,
    'node_modules/vite/package.json': JSON.stringify({ name: 'vite', type: 'module', exports: './index.js' }),
    'node_modules/vite/index.js': BUNDLER,
    'ui/dist/assets/main.js': '',
    'docs/images/landing-desktop.jpg': '',
    'dist/server/standalone.js': "console.log('served by ' + process.pid)",
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(checkout, file, '..'), { recursive: true });
    writeFileSync(join(checkout, file), text);
  }
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function start(env = {}) {
  const child = spawn(process.execPath, [join(checkout, 'scripts/start.mjs')], {
    cwd: checkout,
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise((done) => child.once('close', (code, signal) => done({ code, signal, output })));
  return { child, ended };
}

const builders = () => {
  const file = join(checkout, 'built-by');
  return existsSync(file) ? [...new Set(readFileSync(file, 'utf8').trim().split('\n').map(Number))] : [];
};
const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('npm start', () => {
  it('builds in another process than it serves from, and once', async () => {
    const first = start({ NODE_ENV: 'test' });
    const { code, output } = await first.ended;
    expect([code, output]).toEqual([0, `Building…\nserved by ${first.child.pid}\n`]);
    expect(builders()).toHaveLength(1);
    expect(builders()).not.toContain(first.child.pid);
    // For production, whatever the shell says.
    const builtFor = readFileSync(join(checkout, 'built-for'), 'utf8').trim().split('\n');
    expect(new Set(builtFor)).toEqual(new Set(['production']));
    const second = start();
    expect((await second.ended).output).toBe(`served by ${second.child.pid}\n`);
    expect(builders()).toHaveLength(1);
  });

  it('installs nothing over what npm ci has installed', async () => {
    expect((await start().ended).output).not.toContain('Installing');
    writeFileSync(
      join(checkout, 'package-lock.json'),
      JSON.stringify({
        lockfileVersion: 3,
        packages: { '': {}, 'node_modules/a': { version: '1.0.0', resolved: 'http://127.0.0.1:9/a.tgz' } },
      }),
    );
    // There is no such package, so npm fails, and so does the start.
    const { code, output } = await start({ npm_config_fetch_retries: '0' }).ended;
    expect(code).not.toBe(0);
    expect(output).toContain('Installing dependencies (once)…');
    expect(output).not.toContain('served by');
  });

  it('ends its build with itself on SIGTERM', async () => {
    const { child, ended } = start({ SLOW: 'yes' });
    await expect.poll(builders).toHaveLength(1);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM' });
    // A process that has ended answers until it is reaped.
    await expect.poll(() => builders().filter(isRunning)).toEqual([]);
  });
});
