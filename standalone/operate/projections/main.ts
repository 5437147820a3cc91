import { keepHeapSmall } from '@perktree/platform/process/small-heap';
import { projections } from '@perktree/projector/catalogue';
import { ensureReadModels } from '@perktree/projector/schema';
import { pino } from 'pino';
import { readConfiguration } from '../../configuration.ts';
import { commandFailure } from '../command-failure.ts';
import { openForOperator } from '../open-for-operator.ts';
import { COMMANDS } from './commands.ts';
import { HELP, readWords } from './words.ts';

/** What shells answer for a program that was interrupted. */
const INTERRUPTED = 130;

async function main(): Promise<void> {
  keepHeapSmall();
  const words = readWords(process.argv.slice(2));
  if (words.command === 'help') return console.log(HELP);
  const run = COMMANDS[words.command];
  if (!run) throw new Error(`There is no command ${words.command}.\n\n${HELP}`);

  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const logger = pino({ level: 'warn' }, pino.destination(2));
  const opened = await openForOperator(readConfiguration(process.env, process.cwd()), logger);
  try {
    await ensureReadModels(opened.pool, projections);
    const { json, text, bad } = await run({ ...opened, signal: stopping.signal }, words);
    console.log(words.json ? toJson(json) : text);
    if (bad) process.exitCode = 1;
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    console.error('Stopped between two steps; nothing is half done. The same command goes on from here.');
    process.exitCode = INTERRUPTED;
  } finally {
    await opened.close();
  }
}

const toJson = (value: unknown) =>
  JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? each.toString() : each));

main().catch((error: unknown) => {
  const message = commandFailure(error);
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error: message }));
  console.error(message);
  process.exitCode = 1;
});
