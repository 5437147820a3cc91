import { MAX_PICTURE_BYTES, PICTURES_PATH, type PictureAnswer } from '@perktree/contracts/brand/picture-calls';
import { validationIssue } from '@perktree/contracts/kernel/validation-issues';
import { ApiError, errorText } from './api-error.ts';
import { fieldIssueText } from './forms/field-issues.ts';
import { errorOf, send } from './public/http.ts';

/** Sends a picture. @throws ApiError */
export async function uploadPicture(file: File): Promise<PictureAnswer> {
  if (file.size > MAX_PICTURE_BYTES) {
    // Not sent: the server closes the connection of a body of some megabytes, and the browser would report that it is unreachable.
    const issue = validationIssue('picture', 'PICTURE_TOO_LARGE', { max: MAX_PICTURE_BYTES });
    throw new ApiError(413, issue.message, issue.message, 'BODY_TOO_LARGE', [issue]);
  }
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
