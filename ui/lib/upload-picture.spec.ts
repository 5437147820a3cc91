import { MAX_PICTURE_BYTES } from '@perktree/contracts/brand/picture-calls';
import { afterEach, expect, it, vi } from 'vitest';
import { pictureProblem, uploadPicture } from '../kit/picture-field.tsx';

afterEach(() => vi.unstubAllGlobals());

it('does not send a picture that the server would cut off, and says how large it may be', async () => {
  const fetched = vi.fn(async () => new Response('{}', { status: 201 }));
  vi.stubGlobal('fetch', fetched);
  const photo = (bytes: number) => new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' });
  const problem = await uploadPicture(photo(MAX_PICTURE_BYTES + 1)).catch(pictureProblem);
  expect(problem).toBe('Choose a picture of at most 1,048,576 bytes.');
  expect(fetched).not.toHaveBeenCalled();
  await uploadPicture(photo(MAX_PICTURE_BYTES));
  expect(fetched).toHaveBeenCalledOnce();
});
