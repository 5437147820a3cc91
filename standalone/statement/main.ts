import { runCommand } from '../backup/run-command.ts';
import { statementCommand } from './statement-command.ts';

runCommand(statementCommand, { args: process.argv.slice(2), environment: process.env });
