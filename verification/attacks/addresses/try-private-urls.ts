import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { seeded } from '../../trust/dice.ts';
import type { AttackedEndpoints } from './attacked-endpoints.ts';
import { privateUrl } from './private-urls.ts';

const ENDPOINTS = '/api/webhook-endpoints';
const ENDPOINTS_OF_KEYS = '/api/v1/webhook-endpoints';
/** Attempts of which every other one is a program's: fewer than a key's requests in a minute, twice. */
const WITH_KEY = 1_000;
/** Public by its number. Nothing is sent there: the business has no such event. */
const ALLOWED = { url: 'https://192.0.1.9/hooks', eventTypes: ['payout.failed'], siteIds: null };

type Door = readonly [who: Visitor, method: string, path: string];

/**
 * Creates endpoints at private addresses, and moves one there.
 * @returns the addresses that were not refused by name of the field
 */
export async function tryPrivateUrls(
  { composed, business: { owner } }: AttackedEndpoints,
  seed: number,
  mayContinue: (tried: number) => boolean,
): Promise<{ readonly tried: number; readonly accepted: readonly string[] }> {
  const dice = seeded(seed);
  const accepted: string[] = [];
  const { id } = await owner.must('POST', ENDPOINTS, ALLOWED);
  const { key } = await owner.must('POST', '/api/api-keys', { name: 'Hooks', scopes: ['webhooks'], siteIds: null });
  const program = new Visitor(composed.app, 'program');
  program.apiKey = key;
  const doors: readonly Door[] = [
    [owner, 'POST', ENDPOINTS],
    [owner, 'PUT', `${ENDPOINTS}/${id}`],
    [program, 'POST', ENDPOINTS_OF_KEYS],
    [program, 'PUT', `${ENDPOINTS_OF_KEYS}/${id}`],
  ];
  const before = JSON.stringify(await owner.must('GET', ENDPOINTS));
  let tried = 0;
  for (; mayContinue(tried) && accepted.length === 0; tried += 1) {
    const wanted = { ...ALLOWED, url: privateUrl(dice) };
    const [who, method, path] = doors[tried % (tried < WITH_KEY ? 4 : 2)] as Door;
    const { status, body } = await who.call(method, path, wanted);
    const isRefused = status === 400 && body.issues?.some((issue: { path: string }) => issue.path === 'url');
    if (!isRefused) accepted.push(`${method} ${path} ${JSON.stringify(wanted.url)}: ${status} ${JSON.stringify(body)}`);
  }
  const after = JSON.stringify(await owner.must('GET', ENDPOINTS));
  if (after !== before) accepted.push(`the endpoints changed: ${after}`);
  await owner.must('DELETE', `${ENDPOINTS}/${id}`);
  return { tried, accepted };
}
