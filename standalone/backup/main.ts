import { backupCommand } from './backup-command.ts';
import { runCommand } from './run-command.ts';

runCommand(backupCommand, { args: process.argv.slice(2), environment: process.env });
