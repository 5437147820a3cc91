import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEventStoreDbDouble } from '../event-store-db-double/double.ts';

const BUILD = fileURLToPath(new URL('../../../scripts/build-engine-suite.mjs', import.meta.url));

/** The file as it is distributed: alone in a folder, with Node and no packages. */
describe('the engine suite in one file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'perktree-engine-suite-'));
    const [code] = await once(spawn(process.execPath, [BUILD, join(folder, 'suite.mjs')]), 'exit');
    expect(code).toBe(0);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function runSuite(url?: string, words: readonly string[] = []) {
    const env = { PATH: process.env.PATH, ...(url ? { EVENT_STORE_URL: url } : {}) };
    const suite = spawn(process.execPath, ['suite.mjs', ...words], { cwd: folder, env });
    let output = '';
    for (const stream of [suite.stdout, suite.stderr]) stream.on('data', (text) => (output += text));
    const [code] = await once(suite, 'close');
    return { code, output };
  }

  it('tests the server that it is pointed at, faults of the network included', async () => {
    expect(await readdir(folder)).toEqual(['suite.mjs']);
    const double = await startEventStoreDbDouble();
    const { code, output } = await runSuite(double.urls[0]);
    await double.close();
    expect(output).toMatch(/\n(4\d|[5-9]\d) passed, 0 failed, 0 skipped\n$/);
    expect(code).toBe(0);
  });

  it('fails where the server does not keep a promise', async () => {
    const double = await startEventStoreDbDouble();
    await double.setMaxAppendBytes(1_000);
    const { code, output } = await runSuite(double.urls[0], ['payloads', 'a']);
    await double.close();
    expect(output).toMatch(/FAILED .* › payloads › may be large\n/);
    expect(output).toMatch(/\n\d+ passed, 1 failed, 0 skipped\n$/);
    expect(code).toBe(1);
  });

  it('lists the tests that do not apply to an address, with reasons', async () => {
    const double = await startEventStoreDbDouble({ nodes: 2 });
    const hosts = double.ports.map((port) => `127.0.0.1:${port}`).join();
    const { output } = await runSuite(`esdb://${hosts}?tls=false`, ['› faults ›']);
    await double.close();
    expect(output.match(/^skipped .*: faults of the network .* this address has several hosts$/gm)).toHaveLength(4);
    expect(output).toMatch(/\n\d+ passed, 0 failed, 4 skipped\n$/);
  });

  it('explains its arguments, and reports an unreachable server', async () => {
    expect(await runSuite()).toMatchObject({ code: 2, output: expect.stringContaining('Set EVENT_STORE_URL') });
    const unreachable = await runSuite('esdb://admin:secret@127.0.0.1:1?tls=false');
    expect(unreachable).toMatchObject({ code: 2, output: expect.stringContaining('cannot be reached') });
    expect(unreachable.output).not.toContain('secret');
  });
});
