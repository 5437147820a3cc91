import { useState } from 'react';

interface Outcome<Answer> {
  readonly isPending?: boolean;
  readonly error?: unknown;
  readonly answer?: Answer;
  readonly isDone?: boolean;
}

/** A call that a button makes. */
export function useAction<Answer>(call: () => Promise<Answer>, onSuccess?: (answer: Answer) => void) {
  const [outcome, setOutcome] = useState<Outcome<Answer>>({});
  const run = () => {
    setOutcome({ isPending: true });
    call().then(
      (answer) => {
        setOutcome({ isDone: true, answer });
        onSuccess?.(answer);
      },
      (error: unknown) => setOutcome({ error }),
    );
  };
  const { isPending = false, isDone = false, error, answer } = outcome;
  return { isPending, isDone, error, answer, run };
}
