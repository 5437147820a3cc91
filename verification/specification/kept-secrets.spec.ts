import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { REQUESTS } from '@perktree/apps/standalone/testing/requests';
import { openTwoBusinesses, type TwoBusinesses } from '@perktree/apps/standalone/testing/two-businesses';
import { PASSWORD, type Visitor } from '@perktree/apps/standalone/testing/visitor';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import { holdsSecret } from '@perktree/contracts/kernel/secret-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

type CallName = keyof typeof allCalls;
const CALLS = Object.entries(allCalls) as [CallName, Call][];

/** Names of fields that look like a secret. */
const SECRETIVE = /(token|secret|password|key|code|codes|url|uri|address|link)$/i;
/** Fields that look like one and give no access: stable texts, public links, and files that take a session. */
const NOT_SECRET: Readonly<Record<string, string>> = {
  code: 'of a refusal',
  publicKey: 'public',
  auditKeys: 'public',
  publicKeyPem: 'public',
  logoUrl: 'of a picture that everyone may see',
  externalUrl: 'of the owner’s own page',
  customerUrl: 'printed for everyone',
  qrUrl: 'printed for everyone',
  url: 'of a picture, a file that takes a session, a provider’s invoice, or an endpoint of the owner',
};
/** Calls whose `url` is secret although others’ is not. */
const SECRET_URLS: readonly CallName[] = ['createSubscription', 'payoutAccount'];

/** Paths of text fields that a JSON schema declares. */
function textFields(schema: unknown, name = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties, items, anyOf, additionalProperties } = schema as Record<string, unknown>;
  return [
    ...(type === 'string' && name !== '' ? [name] : []),
    ...Object.entries((properties ?? {}) as object).flatMap(([key, part]) => textFields(part, key)),
    ...textFields(items, name),
    ...((anyOf ?? []) as unknown[]).flatMap((part) => textFields(part, name)),
    ...textFields(additionalProperties, name),
  ];
}

const isKept = ({ method }: Call) => method === 'POST' || method === 'PUT';

it.each(CALLS.filter(([, call]) => isKept(call)))(
  'the answer of each call that is kept for an Idempotency-Key %s declares its secrets',
  (name, call) => {
    const json = z.toJSONSchema(call.answer, { unrepresentable: 'any' });
    const suspicious = textFields(json).filter((field) => SECRETIVE.test(field) && NOT_SECRET[field] === undefined);
    const expected = suspicious.length > 0 || SECRET_URLS.includes(name);
    expect(holdsSecret(call.answer), suspicious.join()).toBe(expected);
  },
);

describe('the stored row of a kept answer with a secret', () => {
  let composed: ComposedApp;
  let world: TwoBusinesses;
  beforeAll(async () => {
    composed = await startComposedApp();
    world = await openTwoBusinesses(composed);
  });
  afterAll(() => composed.close());

  const visitorOf = (who: string) => world.people[who]?.visitor as Visitor;
  const KEPT: readonly (readonly [CallName, string])[] = [
    ['createApiKey', 'owner-a'],
    ['rotateApiKey', 'owner-a'],
    ['openDevicePairing', 'owner-a'],
    ['createWebhookEndpoint', 'owner-a'],
    ['rotateWebhookSecret', 'owner-a'],
    ['v1CreateWebhookEndpoint', 'program-webhooks-a'],
    ['inviteStaff', 'owner-a'],
    ['createSubscription', 'owner-a'],
    ['scan', 'customer-b'],
    ['beginSecondFactor', 'owner-b'],
  ];

  it.each(KEPT)('%s holds none in clear, and the same request gets it again', async (name, who) => {
    const { method, path } = allCalls[name] as Call;
    const { params = {}, body } = REQUESTS[name](world.things.a);
    const key = `kept ${name}`;
    const url = path.replace(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '');
    const sent = name === 'beginSecondFactor' ? { currentPassword: PASSWORD } : body;
    const send = () => visitorOf(who).send(method, url, sent, { 'idempotency-key': key });
    const first = await send();
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    expect((await send()).body).toEqual(first.body);
    const { rows } = await composed.pool.query<{ row: string }>(
      `SELECT to_jsonb(k)::text AS row FROM identity.idempotency_keys k WHERE key = $1
       UNION ALL SELECT to_jsonb(k)::text FROM command_service.idempotency_keys k WHERE key = $1`,
      [key],
    );
    expect(rows).toHaveLength(1);
    const secrets = Object.values(first.body)
      .flat()
      .filter((value) => typeof value === 'string' && value.length > 12);
    expect(secrets.length).toBeGreaterThan(0);
    for (const text of secrets) expect(rows[0]?.row).not.toContain(text);
  });
});
