import { createInterface } from 'node:readline/promises';

/** Where a command shows what it is about to change, and asks for confirmation. */
export interface Terminal {
  /** False in a script: no operator can answer. */
  readonly canAsk: boolean;
  show(line: string): void;
  ask(question: string): Promise<string>;
}

/** Uses standard error, so that the output of a command can be kept in a file. */
export const processTerminal: Terminal = {
  canAsk: process.stdin.isTTY === true,
  show: (line) => console.error(line),
  async ask(question) {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  },
};
