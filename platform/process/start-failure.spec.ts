import { expect, it } from 'vitest';
import { startFailure } from './run-program.ts';

it.each([
  [
    { code: 'EADDRINUSE' },
    'PORT 80 is in use already, perhaps by a PerkTree that is still running: stop what listens there, or set PORT to another one.',
  ],
  [{ code: 'EACCES' }, 'PORT 80 is not open to this user: set PORT to 1024 or above.'],
  [{ code: 'EADDRNOTAVAIL' }, 'HOST 192.0.2.1 is no address of this machine: set HOST to one of its own.'],
  [{ code: 'EINVAL' }, null],
])('says of an address that cannot be listened on which setting to correct: %o', (error, sentence) => {
  expect(startFailure({ ...error, syscall: 'listen', address: '192.0.2.1', port: 80 })).toBe(sentence);
});

it('says of a name that cannot be looked up which setting to correct', () => {
  expect(startFailure({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'absent.invalid' })).toBe(
    'HOST absent.invalid is not known: set HOST to an address of this machine.',
  );
});

it('says that the disk of a database is full, also where Postgres reports it', () => {
  const sentence = 'The disk of the database is full: free space there, then start again.';
  expect(startFailure(Object.assign(new Error('could not extend file'), { code: '53100' }))).toBe(sentence);
});
