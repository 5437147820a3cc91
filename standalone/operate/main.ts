import { parseArgs } from 'node:util';
import { keepHeapSmall } from '@perktree/platform/process/small-heap';
import { pino } from 'pino';
import { readConfiguration } from '../configuration.ts';
import { commandFailure } from './command-failure.ts';
import { COMMANDS, HELP } from './commands.ts';
import { openForOperator } from './open-for-operator.ts';
import { processTerminal } from './terminal.ts';

async function main(): Promise<void> {
  keepHeapSmall();
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean' } } });
  const [name = 'help', ...words] = positionals;
  if (name === 'help') return console.log(HELP);
  const command = COMMANDS[name];
  if (!command) throw new Error(`There is no command ${name}.\n\n${HELP}`);

  const logger = pino({ level: 'warn' }, pino.destination(2));
  const opened = await openForOperator(readConfiguration(process.env, process.cwd()), logger);
  try {
    await command.run(opened, words, processTerminal({ yes: values.yes === true }));
  } finally {
    await opened.close();
  }
}

main().catch((error: unknown) => {
  console.error(commandFailure(error));
  process.exitCode = 1;
});
