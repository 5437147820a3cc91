import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ownDataAnswer } from '@perktree/contracts/account/data-calls';
import { deleteOldDataRequests } from '@perktree/identity/data-requests';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startComposedApp } from '../../standalone/testing/composed-app.ts';
import { subscribe } from '../../standalone/testing/open-business.ts';
import { Visitor } from '../../standalone/testing/visitor.ts';
import { runCommand, sessionOn } from '../testing/run-command.ts';

const COMMANDS = [
  ...['grant-superadmin', 'revoke-superadmin', 'reset-link', 'end-sessions', 'lock', 'unlock', 'remove-second-factor'],
];
let person: Visitor;
const composed = await startComposedApp();
afterAll(async () => {
  await composed.close();
});
let people = 0;
const folder = mkdtempSync(join(tmpdir(), 'perktree-accounts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  people += 1;
  person = await new Visitor(composed.app, `Quill-${people}`).register('distributor');
});

/** Runs a command on the person's account. @returns what the operator saw, and whether the person is still signed in */
async function run(name: string, { yes = false, canAsk = false, answer = '' } = {}) {
  const shown: string[] = [];
  const show = (line: string) => void shown.push(line);
  const ask = async (question: string) => {
    shown.push(question);
    return answer;
  };
  const session = sessionOn(composed.databaseUrl, { terminal: { canAsk, show, ask } });
  const done = await runCommand(session, 'accounts', name, person.email, ...(yes ? ['--yes'] : [])).then(
    () => 'done',
    (error: Error) => error.message,
  );
  const { rowCount } = await composed.pool.query('SELECT 1 FROM identity.sessions WHERE user_id = $1', [person.id]);
  return { done, shown, isSignedIn: rowCount === 1 };
}

it.each(COMMANDS)('%s shows id, creation time and roles before it acts, and nothing personal', async (name) => {
  const { done, shown } = await run(name, { canAsk: true, answer: 'yes' });
  expect(done).toBe('done');
  expect(shown).toEqual([
    `Account:        ${person.id}`,
    expect.stringMatching(/^Created: {8}20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    'Roles:          customer, distributor',
    'E-mail address: not verified',
    `Run ${name} on this account? Type yes: `,
  ]);
  expect(shown.join('\n')).not.toMatch(/quill|example\.test/i);
});

it('a command does not ask with --yes', async () => {
  const { done, shown } = await run('end-sessions', { yes: true });
  expect([done, shown.length]).toEqual(['done', 4]);
});

it('a command that is not confirmed changes nothing', async () => {
  const { done, isSignedIn } = await run('end-sessions', { canAsk: true, answer: 'no' });
  expect([done, isSignedIn]).toEqual(['Not confirmed. Nothing was changed.', true]);
});

it('a command refuses in one sentence where it cannot ask', async () => {
  expect(await run('end-sessions')).toEqual({
    done: 'end-sessions asks before it changes an account: run it on a terminal, or add --yes.',
    shown: [],
    isSignedIn: true,
  });
});

describe('a request about a person’s data', () => {
  /** Each reading of the clock is a second later. */
  let seconds = 0;
  const inOrder = () => {
    const now = () => {
      seconds += 1;
      return Date.UTC(2026, 5, 1, 10, 0, seconds);
    };
    return sessionOn(composed.databaseUrl, { folder, now });
  };
  const onPerson = (name: string, ...options: readonly string[]) =>
    runCommand(inOrder(), 'accounts', name, person.email, '--yes', ...options);
  const requests = async () => {
    const { json } = await runCommand(sessionOn(composed.databaseUrl), 'accounts', 'requests');
    const all = (
      json as { requests: { accountId: string; kind: string; askedBy: string; doneBy: string; fields: string[] }[] }
    ).requests;
    return all
      .filter(({ accountId }) => accountId === person.id)
      .map(({ kind, askedBy, doneBy, fields }) => [kind, askedBy, doneBy, fields.join()]);
  };

  it('is carried out and recorded: export, correction, restriction and erasure', async () => {
    const by = ['--asked-by', 'business', '--by', 'Operator 7'];
    // Links in the mailbox of the wrong address.
    await onPerson('reset-link');
    await composed.pool.query(
      `INSERT INTO identity.mails (id, kind, user_id, token_hash, token_expires_at, state, due_at, created_at)
       VALUES ('verification', 'verify_address', $1, '\\x01', 'infinity', 'sent', now(), now())`,
      [person.id],
    );
    await onPerson('correct', '--last-name', 'Verdigris', '--email', 'Right@Example.test', ...by);
    const { rows } = await composed.pool.query(
      'SELECT email, first_name, last_name, name, email_verified FROM identity.users WHERE id = $1',
      [person.id],
    );
    const first = rows[0].first_name;
    expect(rows).toEqual([
      {
        ...{ email: 'right@example.test', first_name: first, last_name: 'Verdigris', name: `${first} Verdigris` },
        email_verified: false,
      },
    ]);
    const links = await composed.pool.query(
      `SELECT user_id FROM identity.password_resets WHERE user_id = $1
       UNION ALL SELECT user_id FROM identity.mails WHERE user_id = $1 AND token_hash IS NOT NULL`,
      [person.id],
    );
    expect(links.rows).toEqual([]);
    await runCommand(inOrder(), 'accounts', 'export', 'right@example.test', '--yes', '--to', 'own.json');
    const again = runCommand(inOrder(), 'accounts', 'export', 'right@example.test', '--yes', '--to', 'own.json');
    await expect(again).rejects.toThrow(`${join(folder, 'own.json')} cannot be written: file already exists`);
    const { account, dataRequests, records } = ownDataAnswer.parse(
      JSON.parse(readFileSync(join(folder, 'own.json'), 'utf8')),
    );
    expect(account).toMatchObject({ id: person.id, email: 'right@example.test', lastName: 'Verdigris' });
    expect(dataRequests).toMatchObject([{ kind: 'correction', askedBy: 'business', fields: ['lastName', 'email'] }]);
    expect(records.scans).toEqual([]);
    for (const name of ['lock', 'unlock', 'erase'])
      await runCommand(
        inOrder(),
        'accounts',
        name,
        'right@example.test',
        '--yes',
        '--asked-by',
        'authority',
        '--by',
        'Operator 8',
      );
    expect(await requests()).toEqual([
      ['erasure', 'authority', 'Operator 8', ''],
      ['end_of_restriction', 'authority', 'Operator 8', ''],
      ['restriction', 'authority', 'Operator 8', ''],
      ['export', 'person', userInfo().username, ''],
      ['correction', 'business', 'Operator 7', 'lastName,email'],
    ]);
  });

  it.each([
    [[], 'Nothing to correct: add --first-name, --last-name or --email.'],
    [['--email', 'taken@example.test'], 'Another account has this address.'],
  ])('that cannot be carried out changes and records nothing: %j', async (options, sentence) => {
    await composed.app.inject({
      ...{ method: 'POST', url: '/api/auth/register' },
      payload: { email: 'taken@example.test', password: 'correct horse battery', intent: 'customer' },
    });
    await expect(onPerson('correct', ...options)).rejects.toThrow(sentence);
    expect(await requests()).toEqual([]);
    const { rows } = await composed.pool.query('SELECT email FROM identity.users WHERE id = $1', [person.id]);
    expect(rows).toEqual([{ email: person.email }]);
  });

  it('is kept for three years', async () => {
    await onPerson('lock');
    const at = (years: string) =>
      composed.pool.query(
        `UPDATE identity.data_requests SET at = $2::timestamptz - $3::interval WHERE account_id = $1`,
        [person.id, '2029-06-01T00:00:00Z', years],
      );
    await at('3 years');
    await deleteOldDataRequests(composed.pool, new Date('2029-06-01T00:00:00Z'));
    expect(await requests()).toHaveLength(1);
    await at('3 years 1 second');
    await deleteOldDataRequests(composed.pool, new Date('2029-06-01T00:00:00Z'));
    expect(await requests()).toEqual([]);
  });
});

it('lists accounts by role, without personal data, and takes the role of a superadmin away', async () => {
  const listed = async () =>
    (await runCommand(sessionOn(composed.databaseUrl), 'accounts', 'list', '--role', 'superadmin')).text;
  await run('grant-superadmin', { yes: true });
  expect(await listed()).toContain(person.id);
  expect(await listed()).not.toMatch(/quill|example\.test/i);
  expect((await run('revoke-superadmin', { yes: true })).isSignedIn).toBe(true);
  expect(await listed()).not.toContain(person.id);
});

it('refuses a locked account and the keys of its business in one sentence, until it is unlocked', async () => {
  const owner = await new Visitor(composed.app, `Locked-${people}`).register('business');
  await subscribe(owner, 'pro');
  const made = await owner.must('POST', '/api/api-keys', { name: 'Till', scopes: ['read:qrs'], siteIds: null });
  const program = new Visitor(composed.app, made.id);
  program.apiKey = made.key;
  const account = (name: string) =>
    runCommand(sessionOn(composed.databaseUrl), 'accounts', name, owner.email, '--yes').then(({ text }) => text);
  const login = { email: owner.email, password: 'correct horse battery' };
  const locked = { status: 403, body: { code: 'ACCOUNT_LOCKED' } };

  expect(await account('lock')).toBe(`${owner.email} is locked.`);
  expect(await account('lock')).toBe(`${owner.email} was locked already.`);
  await expect.poll(() => owner.call('GET', '/api/me/sites')).toMatchObject({ status: 401 });
  expect(await owner.call('POST', '/api/auth/login', login)).toMatchObject({
    status: 403,
    body: { ...locked.body, message: 'This account is locked. Contact the operator of this site.' },
  });
  expect(await owner.call('POST', '/api/auth/login', { ...login, password: 'a wrong password' })).toMatchObject({
    body: { code: 'WRONG_CREDENTIALS' },
  });
  expect(await program.call('GET', '/api/v1/qrs')).toMatchObject(locked);

  expect(await account('unlock')).toBe(`${owner.email} can log in again.`);
  expect(await account('unlock')).toBe(`${owner.email} was not locked.`);
  expect(await program.call('GET', '/api/v1/qrs')).toMatchObject({ body: { code: 'VALIDATION_FAILED' } });
  expect((await owner.call('POST', '/api/auth/login', login)).status).toBe(200);
});

it('erases an account for its person, and a business only if that is said', async () => {
  const owner = await new Visitor(composed.app, `Erased-${people}`).register('business');
  const { id: siteId } = await owner.must('POST', '/api/sites', { name: 'Kiosk', currency: 'EUR' });
  await owner.must('GET', '/api/me/sites');
  const folder = mkdtempSync(join(tmpdir(), 'perktree-erase-'));
  const erase = (...options: readonly string[]) =>
    runCommand(sessionOn(composed.databaseUrl, { folder }), 'accounts', 'erase', owner.email, '--yes', ...options);

  await expect(erase()).rejects.toThrow(
    'This account owns a business. Add --close-business to stop its sites for good.',
  );
  expect((await erase('--close-business')).text).toBe(`Erased the account ${owner.id}.`);
  await expect(erase()).rejects.toThrow('No account has the e-mail address');
  expect(readFileSync(join(folder, 'erased-accounts'), 'utf8')).toBe(`${owner.id}\n`);
  const events = await composed.store.readStream(`site-${siteId}`);
  expect(events.at(-1)?.type).toBe('SiteDeactivated');
  const { rows } = await composed.pool.query('SELECT owner_id FROM identity.tenants WHERE owner_id = $1', [owner.id]);
  expect(rows).toEqual([]);
  rmSync(folder, { recursive: true });
});
