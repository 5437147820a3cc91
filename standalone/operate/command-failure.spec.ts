import { createTestDatabase, type TestDatabase } from '@perktree/platform/postgres/test-database';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS as AUDIT } from '../audit/commands.ts';
import { readWords as auditWords } from '../audit/words.ts';
import { type Configuration, readConfiguration } from '../configuration.ts';
import { statementCommand } from '../statement/statement-command.ts';
import { commandFailure } from './command-failure.ts';
import { COMMANDS as OPERATE } from './commands.ts';
import { type Opened, openForOperator } from './open-for-operator.ts';

const logger = pino({ level: 'silent' });
let database: TestDatabase;
let configuration: Configuration;
let opened: Opened;
beforeAll(async () => {
  database = await createTestDatabase();
  configuration = readConfiguration(
    { DATABASE_URL: database.connectionString, SESSION_SECRET: 'x'.repeat(40) },
    '/tmp',
  );
  opened = await openForOperator(configuration, logger);
});
afterAll(async () => {
  await opened?.close();
  await database?.drop();
});

const audit = async (...args: string[]) => {
  const words = auditWords(args);
  await AUDIT[words.command]?.({ ...opened, signal: new AbortController().signal, now: Date.now }, words);
};
const operate = async (name: string, ...words: string[]) => {
  await OPERATE[name]?.run(opened, words, { ask: async () => 'yes', show: () => {} } as never);
};
const id = '2f0a5d9c-5a0e-4c7e-9a53-0b8a5c2f7d11';
const commands: Record<string, () => Promise<unknown>> = {
  'audit -- replay': () => audit('replay'),
  'audit -- close': () => audit('close', '--month', '2026-01'),
  'operate -- verify': () => operate('verify'),
  'operate -- trace': () => operate('trace', id),
  statement: () =>
    statementCommand({
      ...{
        args: ['--site', id, '--from', '2026-01-01', '--to', '2026-02-01', '--out', '/nowhere/statement.json'],
        configuration,
        folder: '/tmp',
        logger,
      },
    }),
};

/** The database of a product that was never started. */
describe('a command before there are read models', () => {
  it.each(Object.keys(commands))('npm run %s says what to do, or works', async (name) => {
    const said = await commands[name]?.().then(() => 'done', commandFailure);
    expect(said).not.toMatch(/relation|schema|does not exist/);
  });

  it('names the start of the product', async () => {
    expect(await audit('replay').then(() => 'done', commandFailure)).toMatch(
      /^There are no read models yet.*npm start/,
    );
  });

  it('tells of other failures as they are', () => {
    expect(commandFailure(new Error('--month takes YYYY-MM'))).toBe('--month takes YYYY-MM');
    const other = Object.assign(new Error('relation "identity.users" does not exist'), { code: '42P01' });
    expect(commandFailure(other)).toBe(other.message);
  });
});
