import { DELETED_USER } from '@perktree/contracts/kernel/person-name';
import { expect, it } from 'vitest';
import { subjectName } from './timeline-path.ts';

it('names an erased person in the language of the page, and a QR as it was named', () => {
  expect(subjectName('customer', DELETED_USER, 'es')).toBe('Usuario eliminado');
  expect(subjectName('distributor', DELETED_USER, 'es')).toBe('Usuario eliminado');
  expect(subjectName('distributor', 'Ana', 'es')).toBe('Ana');
  expect(subjectName('qr', DELETED_USER, 'es')).toBe(DELETED_USER);
});
