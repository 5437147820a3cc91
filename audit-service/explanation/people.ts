import type { ExplanationAnswer } from '@perktree/contracts/audit/calls';
import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { Difference } from './difference.ts';

type PersonAnswer = ExplanationAnswer['entry']['owner'];

/** Actors without an account. */
const NO_PERSON: ReadonlySet<string> = new Set(['visitor', 'system']);

/** Who did something, as far as the caller may know it. */
export const actorOf = <Person>({ actor }: RecordedEvent['metadata'], person: (id: string) => Person) => ({
  role: actor.role,
  person: NO_PERSON.has(actor.role) ? null : person(actor.id),
});

export type People = ReturnType<typeof peopleFor>;

/**
 * The site's owner, its auditors and superadmins see all people. A distributor sees only itself: it needs the other amounts of the path to
 * understand its share, but not the names.
 */
export function peopleFor(
  viewer: { readonly userId: string; readonly seesAll: boolean },
  names: ReadonlyMap<string, string>,
) {
  const maySee = (userId: string) => viewer.seesAll || userId === viewer.userId;
  const masked = (value: string | null) => (value !== null && maySee(value) ? value : null);
  return {
    all: viewer.seesAll,
    person: (userId: string | null): PersonAnswer =>
      userId !== null && maySee(userId) ? { id: userId, name: names.get(userId) ?? '' } : null,
    /** A difference without ids of people that the caller may not know. */
    describe: ({ isPerson, ...difference }: Difference) =>
      isPerson
        ? { ...difference, recorded: masked(difference.recorded), computed: masked(difference.computed) }
        : difference,
  };
}
