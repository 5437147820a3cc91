import { PICTURES_PATH } from '@perktree/contracts/brand/picture-calls';
import { vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { NOW } from './sample.ts';

export const LOGO_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="9" fill="#c00"/></svg>';
export const LOGO_HASH = 'ab'.repeat(32);

/** A body that is refused because of its picture. */
const refused = (code: string) =>
  Response.json(
    {
      message: 'The picture is refused.',
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'picture', code, message: code }],
    },
    { status: 400 },
  );

/**
 * Uploads pictures in place of the server, whose call is not JSON: an SVG is stored unless it has a script; other types are
 * refused. Serves the stored picture.
 */
export function takeUploads(): void {
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    const { method = 'GET' } = init;
    if (pathname === `${PICTURES_PATH}/${LOGO_HASH}` && method === 'GET')
      return new Response(LOGO_SVG, { headers: { 'Content-Type': 'image/svg+xml' } });
    if (pathname !== PICTURES_PATH || method !== 'POST') return others(input, init);
    const file = init.body as File;
    if (file.type !== 'image/svg+xml') return refused('PICTURE_TYPE');
    if ((await file.text()).includes('<script')) return refused('PICTURE_SCRIPT');
    const url = `${PICTURES_PATH}/${LOGO_HASH}`;
    return Response.json(
      { hash: LOGO_HASH, url, width: 20, height: 20, bytes: file.size, createdAt: NOW.toISOString() },
      { status: 201 },
    );
  });
}

/** Chooses a file in the field of a picture. */
export const choosePicture = (name: string, type: string, content: BlobPart) =>
  userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File([content], name, { type }));
