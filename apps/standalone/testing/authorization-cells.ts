import { authorization, type Scope } from '@perktree/contracts/catalogue/authorization';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Access, Call, KeyAccess } from '@perktree/contracts/kernel/call';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { REQUESTS } from './requests.ts';
import type { Person, Things, TwoBusinesses } from './two-businesses.ts';
import type { Answer } from './visitor.ts';

type CallName = keyof typeof allCalls;
/** `crossed`: a QR of one business under the site of the other; `unnamed`: the call names nothing. */
type Place = 'a' | 'b' | 'nowhere' | 'crossed' | 'unnamed';

/** Refusals of authorization. All other codes come from rules that run after it. */
const NOT_THERE = new Set([
  'NOT_FOUND',
  'SITE_NOT_FOUND',
  'QR_NOT_FOUND',
  'PAYOUT_NOT_FOUND',
  'FUNDING_NOT_FOUND',
  'REDEMPTION_NOT_FOUND',
  'LEDGER_ENTRY_NOT_FOUND',
  'CHECKOUT_NOT_FOUND',
  'INVALID_TOKEN',
  'CLAIM_INVALID',
  'API_KEY_NOT_FOUND',
  'API_KEY_SITE_NOT_ALLOWED',
  'WEBHOOK_ENDPOINT_NOT_FOUND',
  'WEBHOOK_DELIVERY_NOT_FOUND',
  'AUDITOR_NOT_FOUND',
  'FLAG_NOT_FOUND',
]);

/**
 * Only a payment provider that moves money has collections, and the product under test has none of its own. No business of
 * the test does what is flagged.
 */
const NEVER_THERE: ReadonlySet<CallName> = new Set(['decidePayoutFunding', 'reviewFlag', 'decideDataRequest']);

/** Refusals of callers who may not make the call on any resource. */
const REFUSED = new Set(['NOT_SIGNED_IN', 'NOT_ALLOWED', 'API_KEY_INVALID', 'API_KEY_SCOPE_MISSING']);

/** Calls that undo what other cells need. They come last. */
const LAST: readonly CallName[] = [
  'cancelPayout',
  'returnPayout',
  'correctPayoutReference',
  'markPayoutPaid',
  'correctRedemption',
  'reverseRedemption',
  'deactivateQr',
  'activateQr',
  'replaceLink',
  'deactivateBranch',
  'activateBranch',
  'deleteFile',
  'v1ReverseRedemption',
  'v1CancelPayout',
  'v1MarkPayoutPaid',
  'v1DeactivateQr',
  'v1ActivateQr',
  'deletePicture',
];
const VERY_LAST: readonly CallName[] = [
  'blockDistributor',
  'unblockDistributor',
  'staffRedeem',
  'v1CreateRedemption',
  'rotateApiKey',
  'revokeApiKey',
  'removeWebhookEndpoint',
  'v1RemoveWebhookEndpoint',
  'releaseClaim',
  'confirmOfflineCheckout',
  'cancelSubscription',
  'endAuditor',
];
/** Before people of one business scan codes of the other, which then knows them. */
const FIRST: CallName = 'askDataRequest';
const rank = (name: CallName) => (name === FIRST ? -1 : VERY_LAST.includes(name) ? 2 : LAST.includes(name) ? 1 : 0);

/** All calls in an order in which their cells can share the same two businesses. */
export const CALLS_IN_ORDER = (Object.keys(allCalls) as CallName[]).toSorted((x, y) => rank(x) - rank(y));

/** A call by a person on a resource. */
interface Cell {
  readonly who: string;
  readonly person: Person;
  readonly place: Place;
  readonly isClaimed: boolean;
  readonly scopes: readonly Scope[];
  readonly may: boolean;
}

/**
 * Tries a call as each person on each resource. @returns the number of cells, and a line for each that differs from the table
 * of authorization
 */
export async function tryCells(world: TwoBusinesses, name: CallName): Promise<{ cells: number; faults: string[] }> {
  const cells = cellsOf(world, name);
  const faults: string[] = [];
  const unknown = new Map<string, Answer>();
  // Refused ones first, because they change nothing for the allowed ones.
  for (const cell of [...cells.filter(({ may }) => !may), ...cells.filter(({ may }) => may)]) {
    const answer = await ask(world, name, cell);
    const fault = await faultOf(world, name, cell, answer, unknown);
    if (fault === null) continue;
    const on = `${cell.isClaimed ? '' : 'an unclaimed QR of '}${cell.place}`;
    faults.push(`${cell.who} on ${on}: ${fault}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 200)}`);
  }
  return { cells: cells.length, faults };
}

function cellsOf(world: TwoBusinesses, name: CallName): readonly Cell[] {
  return Object.entries(world.people).flatMap(([who, person]) => {
    const scopes = scopesOf(name, person);
    const places = placesOf(world, name);
    // A key without the scope is refused before its site is looked at: its own one suffices.
    const isKeyWithoutScope = person.keyScope !== undefined && scopes.length === 0;
    const isOwn = ([place]: (typeof places)[number]) => place === person.side || place === 'unnamed';
    return places
      .filter((one) => !isKeyWithoutScope || isOwn(one))
      .map(([place, isClaimed]) => {
        const may = scopes.some((scope) => covers(scope, person, place, isClaimed));
        return { who, person, place, isClaimed, scopes, may };
      });
  });
}

/** @param unknown answers to each person for missing resources, asked for once */
async function faultOf(
  world: TwoBusinesses,
  name: CallName,
  cell: Cell,
  answer: Answer,
  unknown: Map<string, Answer>,
): Promise<string | null> {
  const { who, place, scopes, may } = cell;
  if (scopes.length === 0) return faultOfRefusal(name, cell.person, answer);
  if (may && NEVER_THERE.has(name)) return isNotThere(answer) ? null : 'was answered as if it were there';
  if (may) {
    if (REFUSED.has(answer.body?.code) || isNotThere(answer)) return 'was refused';
    return answer.status < 500 ? null : 'met a fault';
  }
  if (!isNotThere(answer)) return 'was answered as if it were there';
  const key = `${who} ${place === 'crossed'}`;
  const missing = unknown.get(key) ?? (await ask(world, name, { ...cell, ...unknownLike(world, place) }));
  unknown.set(key, missing);
  return JSON.stringify(shapeOf(answer)) === JSON.stringify(shapeOf(missing))
    ? null
    : 'differs from the answer for a missing resource';
}

/** The fault of an answer to a person who may not make the call on any resource; null if it is right. */
function faultOfRefusal(name: CallName, { roles, keyScope }: Person, { status, body }: Answer): string | null {
  if (isForKeys(allCalls[name].access)) {
    if (keyScope === undefined) return body?.code === 'API_KEY_INVALID' ? null : 'was not asked for an API key';
    return status === 403 && body?.code === 'API_KEY_SCOPE_MISSING' ? null : 'was not refused by scope';
  }
  if (roles.length === 0) return body?.code === 'NOT_SIGNED_IN' ? null : 'was not asked to sign in';
  return status === 403 && body?.code === 'NOT_ALLOWED' ? null : 'was not refused by role';
}

/** The scopes in which a person may make a call; empty: not allowed. */
function scopesOf(name: CallName, { roles, keyScope }: Person): readonly Scope[] {
  const grants = authorization[name];
  if ('anyone' in grants) return [grants.anyone];
  const { access } = allCalls[name];
  if ('key' in grants) return isForKeys(access) && access.key === keyScope ? [grants.key] : [];
  if ('signed_in' in grants) return roles.length > 0 ? [grants.signed_in] : [];
  const byRole = grants as { readonly [R in Role]?: Scope };
  return roles.flatMap((role) => byRole[role] ?? []);
}

const isForKeys = (access: Access): access is KeyAccess => typeof access === 'object' && 'key' in access;

/** Whether resources of a place are within a scope of the person. */
function covers(scope: Scope, { roles, side, keyScope }: Person, place: Place, isClaimed: boolean): boolean {
  if (place === 'unnamed') return true;
  const isThere = place === 'a' || place === 'b';
  switch (scope) {
    case 'self':
      return true;
    case 'all':
      return isThere;
    case 'installation':
      return false;
    case 'audited':
      return roles.includes('auditor') && isThere && (side === null || side === place);
    case 'own_tenant':
      return side === place && roles.includes('site_owner');
    case 'key_sites':
    case 'key_endpoints':
      return side === place && keyScope !== undefined;
    case 'workplace':
      return side === place && (roles.includes('site_owner') || roles.includes('staff'));
    case 'claimed':
      return side === place && roles.includes('distributor') && isClaimed;
    case 'scanned':
    case 'requested':
      return side === place && roles.length === 1 && roles[0] === 'customer';
    case 'earned':
    case 'claimed_site':
      return side === place && roles.includes('distributor');
  }
}

/** The places whose resources a request can name. A call that names none has only one. */
function placesOf({ things }: TwoBusinesses, name: CallName): readonly (readonly [Place, boolean])[] {
  const named = JSON.stringify(REQUESTS[name](things.a)) !== JSON.stringify(REQUESTS[name](things.b));
  if (!named) return [['unnamed', true]];
  const { params = {} } = REQUESTS[name](things.a);
  const places: (readonly [Place, boolean])[] = [
    ['a', true],
    ['b', true],
    ['nowhere', true],
  ];
  if ('qrId' in params) places.push(['a', false], ['b', false]);
  if ('qrId' in params && 'siteId' in params) places.push(['crossed', true]);
  return places;
}

type Attempt = Pick<Cell, 'person' | 'place' | 'isClaimed'> & { readonly things?: Things };

async function ask(world: TwoBusinesses, name: CallName, asked: Attempt): Promise<Answer> {
  const { method, path } = allCalls[name] as Call;
  const { params = {}, query, body } = REQUESTS[name](asked.things ?? thingsAt(world, asked.place, asked.isClaimed));
  const url = path.replace(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '');
  return asked.person.visitor.call(method, query ? `${url}?${new URLSearchParams(query)}` : url, body);
}

function thingsAt({ things: { a, b, nowhere } }: TwoBusinesses, place: Place, isClaimed: boolean): Things {
  const things = { a, b, nowhere, crossed: { ...a, qrId: b.qrId }, unnamed: a }[place];
  return isClaimed ? things : { ...things, qrId: things.unclaimedQrId };
}

/** Similar resources that do not exist: an unknown site, or an unknown QR of the site. */
function unknownLike({ things: { a, nowhere } }: TwoBusinesses, place: Place): { readonly things: Things } {
  return { things: place === 'crossed' ? { ...a, qrId: nowhere.qrId } : nowhere };
}

/** The refusal without the values that differ in every answer. */
const shapeOf = ({ status, body }: Answer) => ({ status, ...body, requestId: typeof body?.requestId });
const isNotThere = ({ status, body }: Answer) =>
  NOT_THERE.has(body?.code) && (status === 404 || status === 403 || body.success === false);
