import type { SiteEvent } from '@perktree/contracts/catalogue/events';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { Refused } from '@perktree/contracts/kernel/refusals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveUuid } from '../../engine/derive-uuid.ts';
import { exampleSite, ids, OWNER } from '../../testing/example-site.ts';
import { given } from '../../testing/given.ts';
import { decideAcceptInvitation, decideInviteStaff, decideRemoveStaff } from './staff-and-distributors.ts';
import { type Site, siteDecider } from './state.ts';

const tenantId = ids.tenant;
const command = fc.record({
  kind: fc.constantFrom('invite', 'invite', 'accept', 'accept', 'remove'),
  who: fc.constantFrom('ann', 'bob', 'cleo', OWNER),
  invitation: fc.nat({ max: 4 }),
  days: fc.integer({ min: 0, max: 3 }),
});
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

function decide(site: Site, { kind, who, invitation }: Command, now: string): readonly SiteEvent[] {
  const tokenHash = `hash ${invitation}`;
  const isThere = site.invitations.some((candidate) => candidate.tokenHash === tokenHash);
  if (kind === 'invite') {
    const invitationId = deriveUuid(tokenHash);
    return isThere ? [] : decideInviteStaff(site, { tenantId, invitationId, tokenHash, now });
  }
  if (kind === 'accept')
    return decideAcceptInvitation(site, { userId: who, tokenHash, holdsClaims: false, acceptance: 'allowed', now });
  return decideRemoveStaff(site, { tenantId, userId: who });
}

/** The site after a command, and the invitation by which a person joined. */
function perform(site: Site, asked: Command, now: string): { site: Site; joinedBy: string | null } {
  let events: readonly SiteEvent[] = [];
  try {
    events = decide(site, asked, now);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  const [event] = events;
  const joinedBy = event?.type === 'StaffJoined' ? event.data.invitationId : null;
  return { site: given(siteDecider, events, now, site) as Site, joinedBy };
}

describe('any sequence of invitations, acceptances and removals', () => {
  it('admits one person per invitation, in time, and never the owner', () => {
    let joinings = 0;
    fc.assert(
      fc.property(fc.array(command, { minLength: 10, maxLength: 40, size: 'max' }), (commands) => {
        let site = exampleSite();
        let clock = Date.parse('2026-05-01T10:00:00.000Z');
        const used = new Set<string>();
        for (const asked of commands) {
          clock += asked.days * DAY_MS;
          const after = perform(site, asked, new Date(clock).toISOString());
          expect(after.site.staff.has(OWNER)).toBe(false);
          if (after.joinedBy !== null) {
            const invitation = site.invitations.find(({ invitationId }) => invitationId === after.joinedBy);
            expect(clock).toBeLessThan(Date.parse(invitation?.expiresAt ?? ''));
            expect(used.has(after.joinedBy)).toBe(false);
            used.add(after.joinedBy);
            joinings += 1;
          }
          site = after.site;
        }
      }),
      { numRuns: 300 },
    );
    // Otherwise no person joined and the property is vacuous.
    expect(joinings).toBeGreaterThan(100);
  });
});
