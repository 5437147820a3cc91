import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '@perktree/platform/process/find-program';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT, read } from './repository.ts';

const unit = read('deploy/systemd/perktree.service');
const folder = mkdtempSync(join(tmpdir(), 'perktree-unit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const systemdAnalyze = findProgram('systemd-analyze');
const missing = systemdAnalyze ? '' : ' (skipped: no systemd-analyze; apt-get install systemd)';

/** The unit with this machine's paths of node and the product. */
const here = unit.replaceAll('/usr/bin/node', process.execPath).replaceAll('file:/opt/perktree', `file:${ROOT}`);

/** @returns the exit status and the output */
function analyze(args: readonly string[], text: string): readonly [number | null, string] {
  const file = join(folder, 'perktree.service');
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(String(systemdAnalyze), [...args, file], { encoding: 'utf8' });
  return [status, stdout + stderr];
}

describe('deploy/systemd/perktree.service', () => {
  it.skipIf(systemdAnalyze === null)(`has only settings that systemd knows${missing}`, () => {
    expect(analyze(['verify'], here)).toEqual([0, '']);
    expect(analyze(['verify'], here.replace('KillMode=', 'KillMod='))[1]).toContain("Unknown key 'KillMod'");
  });

  // A scale from 0 to 10, where a unit without hardening has 9.6.
  it.skipIf(systemdAnalyze === null)(`restricts the product${missing}`, () => {
    const [status, output] = analyze(['security', '--offline=true', '--threshold=20'], here);
    expect(status, output).toBe(0);
  });

  it('signals only the first process, and waits as long as a stop takes', () => {
    expect(unit).toMatch(/^KillMode=mixed$/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
    expect(Number(/^LimitNOFILE=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(20_000);
  });

  it('gives Node the flags that `npm start` and the image give it', () => {
    const flags = '--max-semi-space-size=32';
    const { scripts } = JSON.parse(read('package.json'));
    expect(scripts.start).toBe(`exec node ${flags} scripts/start.mjs`);
    expect(scripts.services).toBe(`exec node ${flags} scripts/services.mjs`);
    expect(unit).toContain(`ExecStart=/usr/bin/node ${flags} /`);
    expect(read('Dockerfile')).toContain(`NODE_OPTIONS=${flags}\n`);
  });

  it('starts programs that the build produces', () => {
    const programs = read('scripts/lib/build.mjs');
    const named = [...unit.matchAll(/dist\/server\/(\w+)\.js/g)].map(([, name]) => name);
    expect(named).toEqual(['services', 'standalone']);
    for (const name of named) expect(programs).toMatch(new RegExp(`^  ${name}: '`, 'm'));
  });
});
