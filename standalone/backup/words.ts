import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupRefused } from './backup-refused.ts';

export interface Words {
  readonly file: string;
  readonly json: boolean;
}

const HELP = {
  to: `npm run backup -- --to FILE [--json]

  Writes events, accounts and idempotency keys to one compressed file, as they are at this moment. The product may run.`,
  from: `npm run restore -- --from FILE [--json]

  Fills an empty store from a back-up, then makes the read models and verifies both.`,
};

/**
 * @param option that names the file
 * @param folder that the name is seen from
 * @throws BackupRefused that says what is wrong
 */
export function readWords(option: keyof typeof HELP, args: readonly string[], folder: string): Words {
  const { values } = parseArgs({
    args: [...args],
    options: { [option]: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const file = values[option];
  if (typeof file !== 'string' || file === '') throw new BackupRefused(HELP[option]);
  return { file: resolve(folder, file), json: values.json === true };
}
