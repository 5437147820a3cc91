import { createInterface } from 'node:readline/promises';

/** Where an operator's command shows what it is about to change, and asks. */
export interface Terminal {
  /** `--yes`: the operator has confirmed already. */
  readonly yes: boolean;
  /** False where no operator can answer a question, as in a script. */
  readonly canAsk: boolean;
  show(line: string): void;
  ask(question: string): Promise<string>;
}

/** The terminal of this process. Uses standard error, so that the output of a command can be kept in a file. */
export function processTerminal({ yes }: { readonly yes: boolean }): Terminal {
  return {
    yes,
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
}
