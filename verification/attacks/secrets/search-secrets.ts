import { findText } from '@perktree/apps/standalone/testing/find-text';
import { REQUESTS } from '@perktree/apps/standalone/testing/requests';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { InjectOptions } from 'fastify';
import { type AttackedWorld, visitorOf } from '../attacked-world.ts';
import type { Secret, Secretive } from './make-secrets.ts';

type CallName = keyof typeof allCalls;
const READS = (Object.entries(allCalls) as [CallName, Call][]).filter(([, { method }]) => method === 'GET');
const REDEMPTIONS = '/api/v1/redemptions';

/** Descriptions of the secrets in a text. */
const secretsIn = (text: string, secrets: readonly Secret[]): readonly string[] =>
  secrets.filter((secret) => text.includes(secret.text)).map(({ what }) => what);

/** Searches for secrets in every answer to every person, in the log, in the events and in all tables. @returns where they are */
export async function searchSecrets(world: AttackedWorld, log: readonly string[], secretive: Secretive) {
  const { secrets } = secretive;
  const faults = await searchAnswers(world, secretive);
  await misplaceSecrets(world, secrets);
  const inLog = log.flatMap((line) => secretsIn(line, secrets).map((what) => `the log has ${what}: ${line}`));
  const events = await world.composed.store.readAll(0n, 100_000);
  const content = JSON.stringify(events.map(({ data, metadata }) => [data, metadata]));
  const inEvents = secretsIn(content, secrets).map((what) => `an event has ${what}`);
  const texts = secrets.filter(({ isAddress }) => !isAddress).map(({ text }) => text);
  const inTables = (await findText(world.composed.pool, texts)).map((where) => `a table has a secret: ${where}`);
  return [...faults, ...inLog, ...inEvents, ...inTables];
}

/** Makes every read, or only one, as every person. @returns the answers that disclose a secret */
export async function searchAnswers(
  { composed, people, things }: AttackedWorld,
  { secrets, keyId, endpointId }: Secretive,
  only?: CallName,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [name, { path }] of READS) {
    if (only !== undefined && name !== only) continue;
    const { params = {}, query = {} } = REQUESTS[name]({ ...things.a, keyId, endpointId, keyedEndpointId: endpointId });
    const filled = path.replace(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '');
    const url = `${filled}?${new URLSearchParams(query)}`;
    for (const [who, { visitor, keyScope, side }] of Object.entries(people)) {
      // Keys of the other business read nothing of this one.
      if (keyScope !== undefined && side === 'b') continue;
      const { body, headers } = await composed.app.inject({ url, headers: visitor.headers });
      const others = secrets.filter(({ isAddress }) => !(isAddress && who === 'owner-a'));
      const found = secretsIn(body + JSON.stringify(headers), others);
      faults.push(...found.map((what) => `${name} by ${who} has ${what}`));
    }
  }
  return faults;
}

/** Sends secrets in wrong places, as faulty programs do: none may reach the log. */
async function misplaceSecrets(world: AttackedWorld, secrets: readonly Secret[]): Promise<void> {
  const { cookie } = visitorOf(world, 'owner-a');
  const json = { 'content-type': 'application/json' };
  const post = { method: 'POST', url: REDEMPTIONS } as const;
  for (const { text } of secrets) {
    const path = encodeURIComponent(text);
    const misplaced: InjectOptions[] = [
      ...[`Basic ${text}`, `Bearer ${text}x`, `bearer ${text.toLowerCase()}`, text].map((authorization) => ({
        ...{ url: `${REDEMPTIONS}/nowhere`, headers: { authorization } },
      })),
      ...['x-api-key', 'x-request-id', 'x-min-position', 'user-agent', 'referer'].map((header) => ({
        ...{ url: '/api/me/sites', headers: { cookie, [header]: text } },
      })),
      { url: '/api/me/sites', headers: { cookie: `session=${path}` } },
      { url: `${REDEMPTIONS}/${path}`, headers: { cookie } },
      ...[`/api/nothing/${path}`, `${REDEMPTIONS}?key=${path}`, `/api/v1/device-pairings/${path}/accept`].map((url) => {
        return { url };
      }),
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
    for (const one of misplaced) await world.composed.app.inject(one);
  }
}
