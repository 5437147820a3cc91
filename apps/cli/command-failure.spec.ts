import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { afterAll, describe, expect, it } from 'vitest';
import { commandFailure } from './command-failure.ts';
import { writeNamedFile } from './file-refused.ts';
import { runCommand, sessionOn } from './testing/run-command.ts';

const database = await createTestDatabase();
afterAll(() => database?.drop());

const dataDir = '/home/perktree/data';
const failure = (error: unknown) => commandFailure(error, dataDir);
const run = (line: string) => runCommand(sessionOn(database.connectionString), ...line.split(' '));
const id = '2f0a5d9c-5a0e-4c7e-9a53-0b8a5c2f7d11';
const COMMANDS = [
  'audit replay',
  'audit close --month 2026-01',
  'verify',
  `trace ${id}`,
  `statement --site ${id} --from 2026-01-01 --to 2026-02-01 --out ${join(tmpdir(), id)}.json`,
];

/** The database of a product that was never started. */
describe('a command before there are read models', () => {
  it.each(COMMANDS)('%s says what to do, or works', async (line) => {
    const said = await run(line).then(() => 'done', failure);
    expect(said).not.toMatch(/relation|schema|does not exist/);
  });

  it('names the start of the product', async () => {
    expect(await run('audit replay').then(() => 'done', failure)).toMatch(/^There are no read models yet.*npm start/);
  });

  it('tells of other failures as they are', () => {
    expect(failure(new Error('--month takes YYYY-MM'))).toBe('--month takes YYYY-MM');
    const other = Object.assign(new Error('relation "identity.users" does not exist'), { code: '42P01' });
    expect(failure(other)).toBe(other.message);
    const missing = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', path: '/home/ids' });
    expect(failure(missing)).toBe(missing.message);
  });

  it('names the version instead of a column beside a product of another version', () => {
    const other = Object.assign(new Error('column "wanted" does not exist'), { code: '42703' });
    expect(failure(other)).toMatch(/^The tables are of another version of PerkTree than this command\./);
  });

  it.each(['after-restore', 'chain verify --heads'])('%s says that its file does not exist', async (line) => {
    expect(await run(`${line} /nonexistent/file`).then(() => 'done', failure)).toBe(
      '/nonexistent/file cannot be read: there is no such file.',
    );
  });

  it('names the folder of a backup that does not exist', async () => {
    expect(await run('backup --to /nonexistent/file').then(() => 'done', failure)).toBe(
      '/nonexistent does not exist: create it first.',
    );
  });

  it.each([
    ['mkdir', '/home/perktree', 'EACCES', -13, 'this user may not write there'],
    ['mkdir', dataDir, 'ENOENT', -2, 'no folder can be created there'],
    ['open', `${dataDir}/session-secret`, 'EIO', -5, 'i/o error (EIO)'],
  ])('names the setting of a data folder that cannot be written: %s of %s', (syscall, path, code, errno, why) => {
    const error = Object.assign(new Error(code), { code, errno, syscall, path });
    expect(failure(error)).toBe(`${path} cannot be written: ${why}. Mend that, or set DATA_DIR to another folder.`);
  });
});

it('a full disk leaves no half file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
  const file = join(folder, 'figures.csv');
  symlinkSync('/dev/full', file);
  expect(() => writeNamedFile('--csv', file, 'figures')).toThrow(`${file} cannot be written: the disk is full.`);
  expect(existsSync(file)).toBe(false);
  rmSync(folder, { recursive: true });
});
