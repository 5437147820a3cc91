import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readKillAt, rigEnvironment } from './settings.ts';

describe("the rig's settings of a process", () => {
  it('survives a round trip', () => {
    const killAt = { 'before-commit': 7, 'after-checkpoint': 1 } as const;
    const environment = rigEnvironment('/rig/preload.js', { killAt, clockAheadMs: -5 });
    expect(environment).toEqual({
      NODE_OPTIONS: '--import file:///rig/preload.js',
      RIG_KILL_AT: 'before-commit:7,after-checkpoint:1',
      RIG_CLOCK_AHEAD_MS: '-5',
    });
    expect(Object.fromEntries(readKillAt(environment.RIG_KILL_AT ?? ''))).toEqual(killAt);
  });

  it.each(['nowhere:1', 'before-commit:0', 'before-commit:x', ''])('is refused if invalid: %j', (text) => {
    expect(() => readKillAt(text)).toThrow('is not a kill point');
  });

  it('is loaded before the program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'perktree-preload-'));
    const preload = join(folder, 'preload.mjs');
    writeFileSync(preload, 'globalThis.loadedFirst = true;\n');
    const { stdout } = spawnSync(process.execPath, ['-e', 'console.log(globalThis.loadedFirst)'], {
      encoding: 'utf8',
      env: rigEnvironment(preload, {}),
    });
    rmSync(folder, { recursive: true });
    expect(stdout.trim()).toBe('true');
  });
});
