import type { InjectOptions } from 'fastify';
import { type AttackedWorld, visitorOf } from '../attacked-world.ts';
import type { Secret } from './make-secrets.ts';

const REDEMPTIONS = '/api/v1/redemptions';

/**
 * Sends secrets in wrong places, as faulty programs do: other headers, paths, queries, fields and bodies that cannot be parsed.
 * None may reach the log.
 * @returns the number of requests
 */
export async function misplaceSecrets(world: AttackedWorld, secrets: readonly Secret[]): Promise<number> {
  const { app } = world.composed;
  const { cookie } = visitorOf(world, 'owner-a');
  let requests = 0;
  for (const { text } of secrets) {
    const path = encodeURIComponent(text);
    const post = { method: 'POST', url: REDEMPTIONS } as const;
    const json = { 'content-type': 'application/json' };
    const misplaced: InjectOptions[] = [
      ...[`Basic ${text}`, `Bearer ${text}x`, `bearer ${text.toLowerCase()}`, text].map((authorization) => ({
        ...{ url: `${REDEMPTIONS}/nowhere`, headers: { authorization } },
      })),
      ...['x-api-key', 'x-request-id', 'x-min-position', 'user-agent', 'referer'].map((header) => ({
        ...{ url: '/api/me/sites', headers: { cookie, [header]: text } },
      })),
      { url: '/api/me/sites', headers: { cookie: `session=${path}` } },
      { url: `${REDEMPTIONS}/${path}`, headers: { cookie } },
      { url: `/api/nothing/${path}` },
      { url: `${REDEMPTIONS}?key=${path}` },
      { url: `/api/v1/device-pairings/${path}/accept` },
      { method: 'POST', url: `/api/v1/device-pairings/${path}x/accept` },
      { ...post, headers: { ...json, origin: `https://${path}.test` }, payload: '{}' },
      { ...post, headers: { ...json, 'idempotency-key': text }, payload: '{}' },
      { ...post, headers: json, payload: `{"code":"${text}"` },
      { ...post, headers: { 'content-type': text.replace(/[^\w]/g, '') }, payload: text },
      ...['/api/webhook-endpoints', '/api/api-keys', REDEMPTIONS].map((url) => ({
        ...{ method: 'POST' as const, url, headers: { ...json, cookie } },
        payload: { [text]: text, url: `https://127.0.0.1/${path}`, name: text, siteId: text, code: text, token: text },
      })),
    ];
    for (const one of misplaced) await app.inject(one);
    requests += misplaced.length;
  }
  return requests;
}
