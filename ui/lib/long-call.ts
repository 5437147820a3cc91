import type { FileAnswer, fileRequestedAnswer } from '@perktree/contracts/kernel/file-calls';
import type { z } from 'zod';
import { apiErrorFrom } from './api-error.ts';
import { jsonOf, type ReadOptions, read } from './public/http.ts';
import { loadRefusalWords } from './public/refusal-words.ts';

/** Polling interval for a file that is being made, milliseconds. */
export const LOOK_MS = 1_000;

type FileRequested = z.output<typeof fileRequestedAnswer>;

/** Whether the answer of a long call is a file that is still being made. */
export const isFileRequested = (answer: object): answer is FileRequested => 'file' in answer;

/**
 * Waits for the file of a long call and reads its first part, which is the call's answer. If the signal aborts the wait, the
 * file is still made.
 * @throws ApiError if the file has failed or was cancelled
 */
export async function answerOfFile(requested: Response, options: ReadOptions = {}): Promise<unknown> {
  const { file } = (await jsonOf(requested)) as FileRequested;
  for (;;) {
    const { status, parts, failure } = (await jsonOf(await read(`/api/me/files/${file.id}`, options))) as FileAnswer;
    const [part] = parts;
    if (status === 'done' && part) return jsonOf(await read(part.url, options));
    if (status !== 'running')
      throw apiErrorFrom(503, status, JSON.stringify(failure ?? {}), null, await loadRefusalWords());
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    options.signal?.throwIfAborted();
  }
}
