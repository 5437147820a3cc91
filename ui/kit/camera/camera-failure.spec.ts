import { expect, it } from 'vitest';
import { cameraFailureOf } from './use-qr-camera.ts';

it.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'inUse'],
  ['TypeError', 'other'],
  ['constructor', 'other'],
] as const)('%s means %s', (name, failure) => {
  expect(cameraFailureOf(Object.assign(new Error(), { name }), true)).toBe(failure);
});

it('reports an insecure page before any other cause', () => {
  expect(cameraFailureOf(new DOMException('', 'NotAllowedError'), false)).toBe('insecure');
  expect(cameraFailureOf(undefined, false)).toBe('insecure');
  expect(cameraFailureOf(undefined, true)).toBe('other');
});
