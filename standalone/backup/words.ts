import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupRefused } from './backup-refused.ts';

export interface Words {
  readonly file: string;
  /** A list of erased accounts; null: none was named. */
  readonly erased: string | null;
  readonly json: boolean;
}

const HELP = {
  to: `npm run backup -- --to FILE [--json]

  Writes events and accounts to one compressed file, as they are at this moment. The product may run.`,
  from: `npm run restore -- --from FILE [--erased FILE] [--json]

  Fills an empty store from a back-up, then makes the read models and verifies both. Accounts that were erased after the
  back-up are erased again: those listed in the file erased-accounts of DATA_DIR, and in the file that --erased names.`,
};

/**
 * @param option that names the file
 * @param folder that the name is seen from
 * @throws BackupRefused that says what is wrong
 */
export function readWords(option: keyof typeof HELP, args: readonly string[], folder: string): Words {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...(option === 'from' ? { from: text, erased: text } : { to: text }),
      json: { type: 'boolean', default: false },
    },
  });
  const { [option]: file, erased, json } = values as Readonly<Record<string, unknown>>;
  if (typeof file !== 'string' || file === '') throw new BackupRefused(HELP[option]);
  return {
    file: resolve(folder, file),
    erased: typeof erased === 'string' ? resolve(folder, erased) : null,
    json: json === true,
  };
}
