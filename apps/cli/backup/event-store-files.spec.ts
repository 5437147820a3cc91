import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyEventStoreFiles } from './event-store-files.ts';

const root = join(import.meta.dirname, '../../..');

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perktree-event-store-'));
  data = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(data, path)), { recursive: true });
  writeFileSync(join(data, path), text);
};
const number = (path: string) => Number(readFileSync(path, 'utf8'));

/** Files as a server writes them: first what a checkpoint names, and then the checkpoint. */
function server() {
  let written = 0;
  return {
    append: () => {
      written += 1;
      write('chunk-000000.000000', 'x'.repeat(written));
      write('writer.chk', String(written));
      write('chaser.chk', String(written));
      write('epoch.chk', '0');
      write(`index/table-${written}`, String(written));
      write('index/stream-existence/streamExistenceFilter.dat', String(written));
      write('index/stream-existence/streamExistenceFilter.chk', String(written));
    },
  };
}

describe('a copy of the files of an EventStoreDB', () => {
  it('holds everything that its checkpoints name, while the server writes', async () => {
    const { append } = server();
    append();
    const order: string[] = [];
    const to = join(folder, 'copy');
    const copy = async (source: string, target: string) => {
      order.push(relative(data, source));
      copyFileSync(source, target);
      append();
    };
    await copyEventStoreFiles({ from: data, to, copy });
    const filterFile = 'index/stream-existence/streamExistenceFilter';
    expect(order[0]).toBe(`${filterFile}.chk`);
    expect(order.slice(1, 4).sort()).toEqual([`${filterFile}.dat`, 'index/table-1', 'index/table-2']);
    expect(order.slice(4)).toEqual(['epoch.chk', 'chaser.chk', 'writer.chk', 'chunk-000000.000000']);
    const filter = join(to, 'index/stream-existence/streamExistenceFilter');
    expect(number(`${filter}.chk`)).toBeLessThanOrEqual(number(`${filter}.dat`));
    expect(number(join(to, 'chaser.chk'))).toBeLessThanOrEqual(number(join(to, 'writer.chk')));
    const chunk = statSync(join(to, 'chunk-000000.000000')).size;
    expect(number(join(to, 'writer.chk'))).toBeLessThanOrEqual(chunk);
  });

  it('is refused where there is nothing to copy, where something is, and where a file went', async () => {
    const to = join(folder, 'copy');
    await expect(copyEventStoreFiles({ from: data, to })).rejects.toThrow('is no data folder');
    server().append();
    await expect(copyEventStoreFiles({ from: data, to: data })).rejects.toThrow('is not empty');
    const copy = async () => {
      throw Object.assign(new Error('gone'), { code: 'ENOENT' });
    };
    await expect(copyEventStoreFiles({ from: data, to, copy })).rejects.toThrow(/removed .* meanwhile/);
  });

  it('is made and put back by the commands of the documents', () => {
    const page = readFileSync(join(root, 'docs/how-to/operate.md'), 'utf8');
    const [, backup = ''] = /```\n(npm run perktree -- backup-event-store [^`]*)```/.exec(page) ?? [];
    const [, restore = ''] = /```\n(cp -R [^`]*)```/.exec(page) ?? [];
    server().append();
    const env = {
      ...process.env,
      EVENT_STORE_DATA: data,
      BACKUPS: folder,
      EMPTY_EVENT_STORE_DATA: join(folder, 'restored'),
    };
    mkdirSync(env.EMPTY_EVENT_STORE_DATA);
    for (const command of [backup, restore]) {
      const { status, stderr } = spawnSync(command, { shell: true, cwd: root, env, encoding: 'utf8' });
      expect(status, stderr).toBe(0);
    }
    const there = readdirSync(data, { recursive: true });
    expect(readdirSync(env.EMPTY_EVENT_STORE_DATA, { recursive: true }).sort()).toEqual(
      [...there, 'truncate.chk'].sort(),
    );
    expect(number(join(env.EMPTY_EVENT_STORE_DATA, 'truncate.chk'))).toBe(1);
    expect(existsSync(join(folder, 'event-store'))).toBe(true);
  });
});
