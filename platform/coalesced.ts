/**
 * Coalesces concurrent requests into batches. A batch starts at the end of the event loop turn, or when a running batch
 * ends. No request waits for a timer, and batches grow with the load.
 *
 * @param ask answers in the order of the questions. Where it throws, all of them get that error
 * @param options.most questions put together; options.underWay how many such may be under way at once; options.isOfOne
 *   errors that a single request may have caused: each request of the batch is then retried alone, so that none fails for another's
 */
export function coalesced<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  options: { readonly max: number; readonly underWay: number; readonly isOfOne?: (error: unknown) => boolean },
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let underWay = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || waiting.length === 0 || underWay >= options.underWay) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      void put();
      schedule();
    });
  };

  const put = async () => {
    const together = waiting.slice(0, options.max);
    waiting = waiting.slice(options.max);
    underWay += 1;
    try {
      const answers = await ask(together.map(({ question }) => question));
      together.forEach(({ resolve }, index) => {
        resolve(answers[index] as Answer);
      });
    } catch (error) {
      if (together.length > 1 && options.isOfOne?.(error)) await putEach(together);
      else for (const { reject } of together) reject(error);
    } finally {
      underWay -= 1;
      schedule();
    }
  };

  const putEach = async (together: readonly Waiting<Question, Answer>[]) => {
    for (const { question, resolve, reject } of together) {
      await ask([question]).then(([answer]) => resolve(answer as Answer), reject);
    }
  };

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      schedule();
    });
}

interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** SQLSTATE class 22: a value that Postgres does not take, such as a character that no text may hold. */
export function isRefusedValue(error: unknown): boolean {
  return /^22/.test((error as { code?: string }).code ?? '');
}
