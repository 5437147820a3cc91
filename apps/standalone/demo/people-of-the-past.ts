import type { ImportedAccount } from '@perktree/identity/import-accounts';
import type { Session } from '@perktree/platform/http/session';
import type { Dice } from './dice.ts';

const FIRST_NAMES =
  `Ada Amir Bea Carlos Chloé Daniel Elena Emil Fatima Finn Gaia Hana Hugo Ines Jonas Julia Kofi Lena Liam Lucía
  Mateo Mila Nadia Noah Nora Omar Paula Pavel Rosa Sami Sofia Tariq Theo Uma Vera Yara Yuki Zoe`.split(/\s+/);
const LAST_NAMES =
  `Abbas Alonso Bauer Berg Castro Costa Dahl Diaz Evans Fischer Garcia Haddad Ito Jansen Kaya Keller Khan Klein
  Lopez Marino Moreau Novak Okafor Olsen Park Petrov Rossi Santos Silva Sato Torres Walsh Weber Young`.split(/\s+/);

/** Generates accounts with invented names. */
export function inventPeople(
  dice: Dice,
  kind: string,
  count: number,
  roles: ImportedAccount['roles'],
): readonly ImportedAccount[] {
  return Array.from({ length: count }, (_, index) => ({
    userId: uuidFrom(dice),
    email: `${kind}-${index + 1}@past.perktree.test`,
    firstName: dice.pick(FIRST_NAMES),
    lastName: dice.pick(LAST_NAMES),
    roles,
  }));
}

export function sessionOf({ userId, roles }: ImportedAccount): Session {
  return { sessionId: userId, userId, role: roles[0] ?? 'customer', allRoles: roles, tenantId: null };
}

/** A version 8 UUID from the seeded random numbers: the same seed gives the same person. */
function uuidFrom(dice: Dice): string {
  const hex = Array.from({ length: 32 }, () => dice.between(0, 15).toString(16));
  hex[12] = '8';
  hex[16] = dice.between(8, 11).toString(16);
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
