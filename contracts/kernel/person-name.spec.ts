import { expect, it } from 'vitest';
import { DELETED_USER, personName, searchedName, UNNAMED_USER } from './person-name.ts';

it('translates the name of an erased or nameless person, and keeps other names', () => {
  expect(['en', 'es', 'de'].map((language) => personName(DELETED_USER, language))).toEqual([
    'Deleted user',
    'Usuario eliminado',
    'Deleted user',
  ]);
  expect(personName(UNNAMED_USER, 'es')).toBe('Usuario sin nombre');
  expect(personName('Ana', 'es')).toBe('Ana');
  expect(searchedName(DELETED_USER)).toContain('Usuario eliminado');
  expect(searchedName('Ana')).toBe('Ana');
});
