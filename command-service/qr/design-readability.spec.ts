import type { FastifyBaseLogger } from 'fastify';
import { expect, it, vi } from 'vitest';
import { createAssertReadable } from './design-readability.ts';

it('is unavailable where the decoding process fails, and logs why', async () => {
  const err = new Error('the check of a design ended with SIGKILL');
  const logger = { warn: vi.fn<FastifyBaseLogger['warn']>() };
  const assertReadable = createAssertReadable({ readDrawing: () => Promise.reject(err), logger });
  const drawing = { elements: '', width: 1, height: 1, text: 'https://example.com' };
  await expect(assertReadable(drawing, 'tenant')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(logger.warn).toHaveBeenCalledExactlyOnceWith({ err }, 'cannot check whether a design is readable');
});
