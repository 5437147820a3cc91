import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { writeNamedFile } from '../file-refused.ts';
import type { Action, Outcome } from '../session.ts';

export interface AuditOutcome extends Outcome {
  readonly csv: string;
}

export interface AuditOptions {
  readonly site?: string;
  readonly csv?: string;
  readonly demo?: boolean;
}

/** Adds `--demo` and `--csv` to a command. */
export function audited<Options extends AuditOptions>(
  command: (...parameters: Parameters<Action<Options>>) => Promise<AuditOutcome>,
): Action<Options> {
  return async (session, options, names) => {
    const file = options.csv === undefined ? null : resolve(session.folder, options.csv);
    // Check it first, because an audit may take long.
    if (file !== null && !existsSync(dirname(file)))
      throw new Error(`${dirname(file)} does not exist: create it first.`);
    const outcome = options.demo
      ? await onDemo(command, session, options, names)
      : await command(session, options, names);
    if (file !== null) writeNamedFile('--csv', file, outcome.csv);
    return outcome;
  };
}

async function onDemo<Options>(
  command: (...parameters: Parameters<Action<Options>>) => Promise<AuditOutcome>,
  ...[session, options, names]: Parameters<Action<Options>>
): Promise<AuditOutcome> {
  // Loads the whole product.
  const { startDemo } = await import('./demo.ts');
  const demo = await startDemo(session.logger);
  try {
    return await command({ ...session, open: demo.open }, options, names);
  } finally {
    await demo.remove();
  }
}
