import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSigningKey } from '@perktree/audit-service/chain/signing-key';
import { DAY_MS, HOUR_MS } from '@perktree/contracts/kernel/durations';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { createTestDatabase, type TestDatabase } from '@perktree/platform/postgres/testing/test-database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditSigningKey, refuseEndedKey } from '../../parts/configuration/audit-signing-key.ts';
import { readConfiguration } from '../../parts/configuration/configuration.ts';
import { productTemplate } from '../../standalone/testing/product-template.ts';
import { runCommand, sessionOn } from '../testing/run-command.ts';

const START = Date.parse('2026-05-10T10:00:00.000Z');
let now = START;
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase(productTemplate);
  folder = mkdtempSync(join(tmpdir(), 'perktree-keys-'));
  await happen();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

let revision = -1;
async function happen(): Promise<void> {
  const store = createPostgresEventStore({ connectionString: database.connectionString });
  const event = { eventId: `00000000-0000-4000-8000-00000000000${revision + 1}`, type: 'Happened', data: {} };
  ({ revision } = await store.append('thing-1', revision, [
    { ...event, metadata: { recordedAt: new Date(now).toISOString() } },
  ]));
  await store.close();
}
const session = (environment: Record<string, string> = {}) => ({
  ...sessionOn(database.connectionString, { folder, now: () => now }),
  configuration: configurationOf(environment),
});
const configurationOf = (environment: Record<string, string>) =>
  readConfiguration({ DATABASE_URL: database.connectionString, DATA_DIR: folder, ...environment }, folder);
const chain = (...words: string[]) => runCommand(session(), 'chain', ...words);
const file = () => join(folder, 'audit-signing-key');

it('rotate lets the old key sign the new one, which then signs; verify accepts heads of both', async () => {
  const { json: before } = await chain('sign');
  const old = auditSigningKey(configurationOf({}));
  now += HOUR_MS;
  const { json, text } = await chain('rotate');
  expect(json).toMatchObject({ handOver: { from: old.keyId }, since: new Date(now).toISOString(), until: null });
  expect(text).toContain('Restart every process');
  expect(readSigningKey(readFileSync(`${file()}.${old.keyId}`, 'utf8')).keyId).toBe(old.keyId);
  expect([statSync(file()).mode & 0o777, existsSync(`${file()}.next`)]).toEqual([0o600, false]);
  now += HOUR_MS;
  await happen();
  const { json: after } = await chain('sign');
  expect(after).toMatchObject({ keyId: auditSigningKey(configurationOf({})).keyId });
  expect(await chain('verify', '--head', JSON.stringify(before))).toMatchObject({
    differs: false,
    json: { heads: 3, findings: [] },
  });
  expect((await chain('key')).text).toMatch(new RegExp(`signed by ${old.keyId}[^]*until [^]*signed by no earlier key`));
});

it('a gap that was explained is still named, and fails the check no longer', async () => {
  await happen();
  now += 2 * DAY_MS;
  await chain('sign');
  const { json, differs } = await chain('verify');
  const gaps = (json as { findings: readonly { kind: string; at: string }[] }).findings.filter(
    ({ kind }) => kind === 'gap',
  );
  expect([gaps.length, differs]).toEqual([1, true]);
  const other = await chain('verify', '--known-gap', '2026-01-01T00:00:00.000Z');
  expect(other.json).toMatchObject({ findings: json && (json as { findings: object[] }).findings, known: [] });
  const known = await chain('verify', '--known-gap', gaps[0]?.at ?? '');
  expect(known.json).toMatchObject({ known: gaps });
  expect((known.json as { findings: readonly { kind: string }[] }).findings.map(({ kind }) => kind)).not.toContain(
    'gap',
  );
  expect(known.text).toContain('Known: No head was signed from');
});

it('the old key stops the start, and the refusal names the setting', async () => {
  const pool = createPool({ connectionString: database.connectionString, applicationName: 'spec' });
  const { json } = await chain('key');
  const [, { keyId }] = (json as { keys: [unknown, { keyId: string }] }).keys;
  const old = configurationOf({ AUDIT_SIGNING_KEY: readFileSync(`${file()}.${keyId}`, 'utf8') });
  await expect(refuseEndedKey(pool, old, new Date(now))).rejects.toThrow(
    /^AUDIT_SIGNING_KEY is wrong\. Nothing is signed: the key \w+ was replaced at 2026-05-10T11/,
  );
  await refuseEndedKey(pool, configurationOf({}), new Date(now));
  await pool.end();
});

it('revoke needs a reason, and verify then names heads that the key signed later', async () => {
  const { json } = await chain('key');
  const [, { keyId }] = (json as { keys: [unknown, { keyId: string }] }).keys;
  await expect(chain('revoke', keyId)).rejects.toThrow("required option '--reason <text>'");
  const { text } = await chain('revoke', keyId, '--reason', 'The disk was sold', '--from', '2026-05-10T09:00:00Z');
  expect(text).toContain('revoked from 2026-05-10T09:00:00.000Z');
  const verified = await chain('verify');
  expect(verified.differs).toBe(true);
  expect(verified.text).toContain(`the key ${keyId} was revoked at 2026-05-10T09:00:00.000Z: The disk was sold`);
});

it('with AUDIT_SIGNING_KEY a rotation writes the new key into a file, and says where it belongs', async () => {
  const environment = { AUDIT_SIGNING_KEY: readFileSync(file(), 'utf8') };
  const rotate = (...words: string[]) => runCommand(session(environment), 'chain', 'rotate', ...words);
  await expect(rotate()).rejects.toThrow('name the file of the new key by --new-key');
  await expect(chain('rotate', '--new-key', 'other')).rejects.toThrow('leave --new-key out');
  const folderOfNone = join(folder, 'none', 'key');
  await expect(rotate('--new-key', folderOfNone)).rejects.toThrow(`${folderOfNone} cannot be written`);
  await expect(rotate('--new-key', '.')).rejects.toThrow(`${folder} cannot be read: it is a folder.`);
  const { text, json } = await rotate('--new-key', 'new-key');
  expect(text).toContain(`Set AUDIT_SIGNING_KEY to the content of ${join(folder, 'new-key')}`);
  expect(readSigningKey(readFileSync(join(folder, 'new-key'), 'utf8'))).toMatchObject({
    keyId: (json as { keyId: string }).keyId,
  });
  // After a kill, the same command continues.
  expect((await rotate('--new-key', 'new-key')).json).toEqual(json);
});

it('a head on the command line has to be one', async () => {
  await expect(chain('verify', '--head', '{}')).rejects.toThrow('Use a head as JSON');
});
