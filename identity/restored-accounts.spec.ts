import { expect, it } from 'vitest';
import { NOT_RESTORED } from './restored-accounts.ts';

it.each([
  ['a session', 'identity.sessions'],
  ['a link that resets a password', 'identity.password_resets'],
  ['a link that verifies an address', 'identity.verifications'],
  ['a link that changes an address', 'identity.address_changes'],
  ['an invitation by mail', 'identity.distributor_invitations'],
])('a restore never brings back %s', (_, table) => {
  expect(NOT_RESTORED).toContain(table);
});
