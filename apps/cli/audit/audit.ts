import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type PaperHead, type PaperTable, paperCsv } from '@perktree/contracts/kernel/working-paper';
import { writeNamedFile } from '../file-refused.ts';
import type { Action, ActionOutcome } from '../session.ts';

export interface AuditOutcome extends ActionOutcome {
  readonly csv: string;
  readonly paper: { readonly head: Omit<PaperHead, 'madeAt' | 'madeBy'>; readonly tables: readonly PaperTable[] };
}

export interface AuditOptions {
  readonly site?: string;
  readonly csv?: string;
  readonly paper?: string;
  readonly demo?: boolean;
}

/** Adds `--demo`, `--csv` and `--paper` to a command. */
export function audited<Options extends AuditOptions>(
  command: (...parameters: Parameters<Action<Options>>) => Promise<AuditOutcome>,
): Action<Options> {
  return async (session, options, names) => {
    const fileOf = (name: string | undefined) => (name === undefined ? null : resolve(session.folder, name));
    const [file, paper] = [fileOf(options.csv), fileOf(options.paper)];
    // Check them first, because an audit may take long.
    for (const each of [file, paper]) {
      if (each !== null && !existsSync(dirname(each)))
        throw new Error(`${dirname(each)} does not exist: create it first.`);
    }
    const outcome = options.demo
      ? await onDemo(command, session, options, names)
      : await command(session, options, names);
    if (file !== null) writeNamedFile('--csv', file, outcome.csv);
    if (paper !== null) writeNamedFile('--paper', paper, paperOf(outcome, session.now()));
    return outcome;
  };
}

function paperOf({ paper: { head, tables } }: AuditOutcome, now: number): string {
  const whole = { ...head, madeAt: new Date(now).toISOString(), madeBy: null };
  return paperCsv(whole, tables, { language: 'en', format: 'comma' });
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
