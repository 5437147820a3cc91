import type { Role } from '@perktree/contracts/envelope';
import { authorization, type Scope } from '@perktree/contracts/http/authorization';
import type { Call } from '@perktree/contracts/http/call';
import { calls } from '@perktree/contracts/http/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComposedApp, startComposedApp } from './testing/composed-app.ts';
import { REQUESTS } from './testing/requests.ts';
import { openTwoBusinesses, type Person, type Things, type TwoBusinesses } from './testing/two-businesses.ts';
import type { Answer } from './testing/visitor.ts';

type CallName = keyof typeof calls;
/** `crossed`: a QR of one business under the site of the other; `unnamed`: the call names nothing. */
type Place = 'a' | 'b' | 'nowhere' | 'crossed' | 'unnamed';

/** Said to whoever may not make a call, or not on this. Every other code is a rule's, behind the authorization. */
const NOT_THERE = new Set([
  'NOT_FOUND',
  'SITE_NOT_FOUND',
  'QR_NOT_FOUND',
  'PAYOUT_NOT_FOUND',
  'REDEMPTION_NOT_FOUND',
  'LEDGER_ENTRY_NOT_FOUND',
  'CHECKOUT_NOT_FOUND',
  'INVALID_TOKEN',
  'CLAIM_INVALID',
]);

/** Those that undo what other cells need come last: until then they may only be refused. */
const LAST: readonly CallName[] = ['cancelPayout', 'markPayoutPaid', 'reverseRedemption', 'deactivateQr', 'activateQr'];
const VERY_LAST: readonly CallName[] = ['staffRedeem', 'releaseClaim', 'confirmOfflineCheckout', 'cancelSubscription'];
const rank = (name: CallName) => (VERY_LAST.includes(name) ? 2 : LAST.includes(name) ? 1 : 0);
const names = (Object.keys(calls) as CallName[]).toSorted((x, y) => rank(x) - rank(y));

let composed: ComposedApp;
let world: TwoBusinesses;
beforeAll(async () => {
  composed = await startComposedApp();
  world = await openTwoBusinesses(composed);
}, 120_000);
afterAll(() => composed.close());

/** The scopes in which somebody may make a call; none: not at all. */
function scopesOf(name: CallName, { roles }: Person): readonly Scope[] {
  const grants = authorization[name];
  if ('anyone' in grants) return [grants.anyone];
  if ('signed_in' in grants) return roles.length > 0 ? [grants.signed_in] : [];
  const byRole = grants as { readonly [R in Role]?: Scope };
  return roles.flatMap((role) => byRole[role] ?? []);
}

/** Whether things of a place are within a scope of somebody. */
function covers(scope: Scope, { roles, side }: Person, place: Place, isClaimed: boolean): boolean {
  if (place === 'unnamed') return true;
  const isThere = place === 'a' || place === 'b';
  switch (scope) {
    case 'self':
      return true;
    case 'all':
      return isThere;
    case 'own_tenant':
      return side === place && roles.includes('site_owner');
    case 'workplace':
      return side === place && (roles.includes('site_owner') || roles.includes('staff'));
    case 'claimed':
      return side === place && roles.includes('distributor') && isClaimed;
    case 'earned':
    case 'claimed_site':
      return side === place && roles.includes('distributor');
  }
}

function thingsAt(place: Place, isClaimed: boolean): Things {
  const { a, b, nowhere } = world.things;
  const things = { a, b, nowhere, crossed: { ...a, qrId: b.qrId }, unnamed: a }[place];
  return isClaimed ? things : { ...things, qrId: things.unclaimedQrId };
}

/** What is like it, and is not there: an unknown site, or an unknown QR of the site. */
function unknownLike(place: Place): Things {
  const { a, nowhere } = world.things;
  return place === 'crossed' ? { ...a, qrId: nowhere.qrId } : nowhere;
}

async function ask(name: CallName, person: Person, things: Things): Promise<Answer> {
  const { method, path } = calls[name] as Call;
  const { params = {}, body } = REQUESTS[name](things);
  return person.visitor.call(
    method,
    path.replace(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? ''),
    body,
  );
}

/** The refusal, apart from what is different in every answer. */
const shapeOf = ({ status, body }: Answer) => ({ status, ...body, requestId: typeof body?.requestId });
const isNotThere = ({ status, body }: Answer) =>
  NOT_THERE.has(body?.code) && (status === 404 || body.success === false);

/** What of the things a request names; a call that names none is the same everywhere. */
function placesOf(name: CallName): readonly (readonly [Place, boolean])[] {
  const named = JSON.stringify(REQUESTS[name](world.things.a)) !== JSON.stringify(REQUESTS[name](world.things.b));
  if (!named) return [['unnamed', true]];
  const { params = {} } = REQUESTS[name](world.things.a);
  const places: (readonly [Place, boolean])[] = [
    ['a', true],
    ['b', true],
    ['nowhere', true],
  ];
  if ('qrId' in params) places.push(['a', false], ['b', false]);
  if ('qrId' in params && 'siteId' in params) places.push(['crossed', true]);
  return places;
}

describe('who may make which call, on what', () => {
  it.each(names)('%s', async (name) => {
    const isServed = composed.routes.some(
      ({ method, url }) => method === calls[name].method && url === calls[name].path,
    );
    expect(isServed, 'the call is served').toBe(true);
    const allowed: (() => Promise<void>)[] = [];
    for (const [who, person] of Object.entries(world.people)) {
      const scopes = scopesOf(name, person);
      for (const [place, isClaimed] of placesOf(name)) {
        const cell = `${who} on ${isClaimed ? '' : 'an unclaimed QR of '}${place}`;
        const may = scopes.some((scope) => covers(scope, person, place, isClaimed));
        const check = async () => {
          const answer = await ask(name, person, thingsAt(place, isClaimed));
          const said = `${cell}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 200)}`;
          if (person.roles.length === 0 && scopes.length === 0) expect(answer.body.code, said).toBe('NOT_SIGNED_IN');
          else if (scopes.length === 0) expect([answer.status, answer.body.code], said).toEqual([403, 'NOT_ALLOWED']);
          else if (may) {
            expect(['NOT_SIGNED_IN', 'NOT_ALLOWED'], said).not.toContain(answer.body?.code);
            expect(isNotThere(answer), said).toBe(false);
            expect(answer.status, said).toBeLessThan(500);
          } else {
            expect(isNotThere(answer), said).toBe(true);
            expect(shapeOf(answer), said).toEqual(shapeOf(await ask(name, person, unknownLike(place))));
          }
        };
        // Refused ones first: they change nothing, so the allowed ones find everything as it was.
        if (may) allowed.push(check);
        else await check();
      }
    }
    for (const check of allowed) await check();
  });
});
