import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fingerprintOf } from '@perktree/audit-service/statement/seal';
import type { StatementFile } from '@perktree/audit-service/statement/statement';
import { parseStrict } from '@perktree/contracts/kernel/strict-json';
import { pdfTexts } from '@perktree/platform/pdf/testing/pdf-text';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startComposedApp } from '../../standalone/testing/composed-app.ts';
import { Visitor } from '../../standalone/testing/visitor.ts';
import { runCommand, sessionOn } from '../testing/run-command.ts';

const composed = await startComposedApp();
const owner = await new Visitor(composed.app, 'Quill').register('business');
const { id: siteId } = await owner.must('POST', '/api/sites', { name: 'Shop', currency: 'EUR' });
afterAll(() => composed?.close());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perktree-statement-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

const run = (out: string, pdf: string) => {
  const of = ['--site', siteId, '--from', '2026-01-01', '--to', '2026-02-01'];
  return runCommand(sessionOn(composed.databaseUrl, { folder }), 'statement', ...of, '--out', out, '--pdf', pdf);
};

it.each(['made.json', 'made.pdf'])('writes neither file when %s exists', async (existing) => {
  writeFileSync(join(folder, existing), 'of another period');
  await expect(run('made.json', 'made.pdf')).rejects.toThrow(join(folder, existing));
  expect(readdirSync(folder)).toEqual([existing]);
  expect(readFileSync(join(folder, existing), 'utf8')).toBe('of another period');
});

it.each([
  ['none/made.json', 'made.pdf'],
  ['made.json', 'none/made.pdf'],
])('writes neither file when a folder of %s and %s is missing', async (out, pdf) => {
  await expect(run(out, pdf)).rejects.toThrow(`${join(folder, 'none')} does not exist: create it first.`);
  expect(readdirSync(folder)).toEqual([]);
});

it('refuses one file for both before it opens the database', async () => {
  const of = ['--site', siteId, '--from', '2026-01-01', '--to', '2026-02-01'];
  const open = () => Promise.reject(new Error('the database was opened'));
  const session = sessionOn(composed.databaseUrl, { folder, open });
  const command = runCommand(session, 'statement', ...of, '--out', 'made.pdf', '--pdf', './made.pdf');
  await expect(command).rejects.toThrow('--out and --pdf');
  expect(readdirSync(folder)).toEqual([]);
});

it('writes both files when the command is repeated with a free name', async () => {
  writeFileSync(join(folder, 'made.pdf'), 'of another period');
  await expect(run('made.json', 'made.pdf')).rejects.toThrow('made.pdf');
  await run('made.json', 'again.pdf');
  expect(['made.json', 'again.pdf'].map((name) => existsSync(join(folder, name)))).toEqual([true, true]);
});

it('names people in the PDF, as the screen does', async () => {
  const ana = await new Visitor(composed.app, 'Ana').register('distributor');
  const of = ['--distributor', ana.id, '--from', '2026-01-01', '--to', '2026-02-01'];
  const session = sessionOn(composed.databaseUrl, { folder });
  await runCommand(session, 'statement', ...of, '--out', 'ana.json', '--pdf', 'ana.pdf');
  const texts = (await pdfTexts(readFileSync(join(folder, 'ana.pdf')))).flat();
  expect(texts).toContain(`Distributor: ${ana.name}`);
});

const made = (...words: string[]) =>
  runCommand(sessionOn(composed.databaseUrl, { folder }), 'statement', '--site', siteId, ...words);

it('names the statement that it follows, and refuses one that does not end where it begins', async () => {
  await made('--from', '2026-01-01', '--to', '2026-02-01', '--out', 'january.json.gz');
  const january = parseStrict(
    gunzipSync(readFileSync(join(folder, 'january.json.gz'))).toString('utf8'),
  ) as StatementFile;
  await made('--from', '2026-02-01', '--to', '2026-03-01', '--out', 'february.json', '--after', 'january.json.gz');
  const february = JSON.parse(readFileSync(join(folder, 'february.json'), 'utf8'));
  expect(february).toMatchObject({ predecessor: fingerprintOf(january), until: null });
  const march = ['--from', '2026-03-01', '--to', '2026-04-01', '--out', 'march.json'];
  await expect(made(...march, '--after', 'january.json.gz')).rejects.toThrow('--after ends at 2026-02-01');
  expect(existsSync(join(folder, 'march.json'))).toBe(false);
});

it('refuses as its predecessor what is no statement', async () => {
  writeFileSync(join(folder, 'other.json'), '{"format":"perktree-statement","version":6}');
  const words = ['--from', '2026-02-01', '--to', '2026-03-01', '--out', 'x.json', '--after', 'other.json'];
  await expect(made(...words)).rejects.toThrow('other.json is no statement of version 7');
});

it.each([
  ['missing.json', 'cannot be read: there is no such file'],
  ['damaged.json.gz', 'is no statement of version 7'],
])('refuses as its predecessor %s with a sentence', async (name, says) => {
  writeFileSync(join(folder, 'damaged.json.gz'), 'no gzip');
  const words = ['--from', '2026-02-01', '--to', '2026-03-01', '--out', 'x.json', '--after', name];
  await expect(made(...words)).rejects.toThrow(`${join(folder, name)} ${says}`);
});

it.each(['--site', '--distributor'])('signs nothing about an id of %s that nothing has', async (option) => {
  const id = randomUUID();
  const words = [option, id, '--from', '2026-01-01', '--to', '2026-02-01', '--out', 'x.json'];
  const command = runCommand(sessionOn(composed.databaseUrl, { folder }), 'statement', ...words);
  await expect(command).rejects.toThrow(`${option} ${id}: no `);
  expect(readdirSync(folder)).toEqual([]);
});

it('refuses a period of the future, by its option', async () => {
  await expect(made('--from', '2129-01-01', '--to', '2129-02-01', '--out', 'x.json')).rejects.toThrow('--from is in');
  expect(readdirSync(folder)).toEqual([]);
});
