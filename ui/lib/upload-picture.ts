import { PICTURES_PATH, type PictureAnswer } from '@perktree/contracts/http/pictures';
import { ApiError, errorText } from './api-error.ts';
import { fieldIssueText } from './forms/load-rules.ts';
import { errorOf, send } from './public/http.ts';

/** Sends a picture. @throws ApiError */
export async function uploadPicture(file: File): Promise<PictureAnswer> {
  const response = await send(PICTURES_PATH, {
    method: 'POST',
    headers: { 'Content-Type': file.type === '' ? 'application/octet-stream' : file.type },
    body: file,
  });
  if (!response.ok) throw await errorOf(response);
  return response.json();
}

/** The error text for a refused picture: the issue of the picture itself, if the refusal has one. */
export function pictureProblem(error: unknown): string {
  const issue = error instanceof ApiError ? error.issues[0] : undefined;
  return issue ? fieldIssueText(issue) : errorText(error);
}
