import { runCommand } from '../backup/run-command.ts';
import { chainCommand } from './chain-command.ts';

runCommand(chainCommand, { args: process.argv.slice(2), environment: process.env, failed: 2 });
