import { runCommand } from '../run-command.ts';
import { restoreCommand } from './restore-command.ts';

runCommand(restoreCommand, { args: process.argv.slice(2), environment: process.env });
