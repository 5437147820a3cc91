import { PICTURES_PATH, type PictureAnswer } from '@perktree/contracts/http/pictures';
import { ApiError, apiErrorFrom, errorText } from './api-error.ts';
import { fieldIssueText } from './forms/load-rules.ts';
import { loadRefusalWords } from './public/refusal-words.ts';

/** Sends a picture. @throws ApiError */
export async function uploadPicture(file: File): Promise<PictureAnswer> {
  const words = await loadRefusalWords();
  const response = await fetch(PICTURES_PATH, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': file.type === '' ? 'application/octet-stream' : file.type },
    body: file,
  }).catch(() => {
    throw new ApiError(
      0,
      'Network error',
      words?.refusals.UNREACHABLE ?? 'The server cannot be reached. Try again.',
      null,
    );
  });
  if (response.ok) return response.json();
  throw apiErrorFrom(response.status, response.statusText, await response.text(), null, words);
}

/** The error text for a refused picture: the issue of the picture itself, if the refusal has one. */
export function pictureProblem(error: unknown): string {
  const issue = error instanceof ApiError ? error.issues[0] : undefined;
  return issue ? fieldIssueText(issue) : errorText(error);
}
