import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ComposedApp, startComposedApp } from '../../standalone/testing/composed-app.ts';
import { Visitor } from '../../standalone/testing/visitor.ts';
import { runCommand, sessionOn } from '../testing/run-command.ts';

const COMMANDS = ['grant-superadmin', 'revoke-superadmin', 'reset-link', 'end-sessions', 'remove-second-factor'];

let composed: ComposedApp;
let person: Visitor;
beforeAll(async () => {
  composed = await startComposedApp();
});
afterAll(async () => {
  await composed.close();
});
let people = 0;
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

describe.each(COMMANDS)('%s', (name) => {
  it('shows id, creation time and roles before it acts, and nothing personal', async () => {
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

  it('does not ask with --yes', async () => {
    const { done, shown } = await run(name, { yes: true });
    expect([done, shown.length]).toEqual(['done', 4]);
  });
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

it('lists accounts by role, without personal data, and takes the role of a superadmin away', async () => {
  const listed = async () =>
    (await runCommand(sessionOn(composed.databaseUrl), 'accounts', 'list', '--role', 'superadmin')).text;
  await run('grant-superadmin', { yes: true });
  expect(await listed()).toContain(person.id);
  expect(await listed()).not.toMatch(/quill|example\.test/i);
  expect((await run('revoke-superadmin', { yes: true })).isSignedIn).toBe(true);
  expect(await listed()).not.toContain(person.id);
});
