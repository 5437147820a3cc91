import type { Opened } from './open-for-operator.ts';
import type { Terminal } from './terminal.ts';

export interface OperatorCommand {
  /** Words that follow its name. */
  readonly usage: string;
  readonly summary: string;
  run(opened: Opened, words: readonly string[], terminal: Terminal): Promise<void>;
}
