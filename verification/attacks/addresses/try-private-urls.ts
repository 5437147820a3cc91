import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { seeded } from '../../trust/dice.ts';
import type { AttackedEndpoints } from './attacked-endpoints.ts';
import { privateUrl } from './private-urls.ts';

const ENDPOINTS = '/api/webhook-endpoints';
const ENDPOINTS_OF_KEYS = '/api/v1/webhook-endpoints';
/** Attempts of which half use an API key; its rate limit allows no more within a minute. */
const WITH_KEY = 1_000;
/** At a public address. Nothing is sent there, as the business has no such event. */
const ALLOWED = { url: 'https://192.0.1.9/hooks', eventTypes: ['payout.failed'], siteIds: null };

type WriteCall = readonly [caller: Visitor, method: string, path: string];

/**
 * Creates endpoints at private addresses, and moves one there.
 * @returns the addresses that were not refused with an issue about `url`
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
  const writes: readonly WriteCall[] = [
    [owner, 'POST', ENDPOINTS],
    [owner, 'PUT', `${ENDPOINTS}/${id}`],
    [program, 'POST', ENDPOINTS_OF_KEYS],
    [program, 'PUT', `${ENDPOINTS_OF_KEYS}/${id}`],
  ];
  const before = JSON.stringify(await owner.must('GET', ENDPOINTS));
  let tried = 0;
  for (; mayContinue(tried) && accepted.length === 0; tried += 1) {
    const wanted = { ...ALLOWED, url: privateUrl(dice) };
    const [caller, method, path] = writes[tried % (tried < WITH_KEY ? 4 : 2)] as WriteCall;
    const { status, body } = await caller.call(method, path, wanted);
    const isRefused = status === 400 && body.issues?.some((issue: { path: string }) => issue.path === 'url');
    if (!isRefused) accepted.push(`${method} ${path} ${JSON.stringify(wanted.url)}: ${status} ${JSON.stringify(body)}`);
  }
  const after = JSON.stringify(await owner.must('GET', ENDPOINTS));
  if (after !== before) accepted.push(`the endpoints changed: ${after}`);
  await owner.must('DELETE', `${ENDPOINTS}/${id}`);
  return { tried, accepted };
}
