import { writeFileSync } from 'node:fs';
import { pino } from 'pino';
import { type Configuration, readConfiguration } from '../configuration.ts';
import { commandFailure } from '../operate/command-failure.ts';
import { openForOperator } from '../operate/open-for-operator.ts';
import { COMMANDS, toJson } from './commands.ts';
import type { Outcome } from './outcome.ts';
import { HELP, readWords, type Words } from './words.ts';

const DIFFERS = 1;
const NOT_DONE = 2;
/** What shells answer for a program that was interrupted. */
const INTERRUPTED = 130;
const logger = pino({ level: 'warn' }, pino.destination(2));

async function main(): Promise<void> {
  const words = readWords(process.argv.slice(2));
  if (words.command === 'help') return console.log(HELP);
  if (!(words.command in COMMANDS)) throw new Error(`There is no command ${words.command}.\n\n${HELP}`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  try {
    const outcome = words.demo
      ? await onDemo(words, stopping.signal)
      : await onStore(words, ownStore(), stopping.signal);
    tell(words, outcome);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    console.error('Stopped; nothing was changed.');
    process.exitCode = INTERRUPTED;
  }
}

const ownStore = () => readConfiguration(process.env, process.cwd());

async function onDemo(words: Words, signal: AbortSignal): Promise<Outcome> {
  // The whole product: to load it takes longer than most commands.
  const { startDemo } = await import('./demo.ts');
  const demo = await startDemo(logger);
  try {
    return await onStore(words, demo.configuration, signal);
  } finally {
    await demo.throwAway();
  }
}

async function onStore(words: Words, configuration: Configuration, signal: AbortSignal): Promise<Outcome> {
  const opened = await openForOperator(configuration, logger);
  try {
    const command = COMMANDS[words.command] as (typeof COMMANDS)[string];
    return await command({ ...opened, signal, now: Date.now }, words);
  } finally {
    await opened.close();
  }
}

function tell({ json, csv }: Words, outcome: Outcome): void {
  if (csv !== null) writeFileSync(csv, outcome.csv);
  console.log(json ? toJson(outcome.json) : outcome.text);
  if (outcome.differs) process.exitCode = DIFFERS;
}

main().catch((error: unknown) => {
  const message = commandFailure(error);
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error: message }));
  console.error(message);
  process.exitCode = NOT_DONE;
});
