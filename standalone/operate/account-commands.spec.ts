import { silentLogger } from '@perktree/command-service/testing/silent-logger';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ComposedApp, startComposedApp } from '../testing/composed-app.ts';
import { Visitor } from '../testing/visitor.ts';
import { ACCOUNT_COMMANDS } from './account-commands.ts';
import type { Opened } from './open-for-operator.ts';

let composed: ComposedApp;
let person: Visitor;
const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
beforeAll(async () => {
  composed = await startComposedApp();
});
afterAll(async () => {
  printed.mockRestore();
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
  const { store, pool } = composed;
  const opened: Opened = {
    ...{ store, pool, logger: silentLogger, sessionSecret: 'for specs, and of 32 characters' },
    ...{ publicUrl: 'http://localhost:3000', close: async () => {} },
  };
  const show = (line: string) => void shown.push(line);
  const ask = async (question: string) => {
    shown.push(question);
    return answer;
  };
  const done = await ACCOUNT_COMMANDS[name]?.run(opened, [person.email], { yes, canAsk, show, ask }).then(
    () => 'done',
    (error: Error) => error.message,
  );
  const { rowCount } = await composed.pool.query('SELECT 1 FROM identity.sessions WHERE user_id = $1', [person.id]);
  return { done, shown, isSignedIn: rowCount === 1 };
}

describe.each(Object.keys(ACCOUNT_COMMANDS))('%s', (name) => {
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
