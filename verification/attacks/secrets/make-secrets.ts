import { type AttackedWorld, visitorOf } from '../attacked-world.ts';

/** A text that only its owner may know, shown in one answer. */
export interface Secret {
  readonly what: string;
  readonly text: string;
  /** Part of an endpoint's address: the owner may read it, programs of some sites may not, and a table holds it. */
  readonly isAddress?: true;
}

/** Secrets of business A, and the objects that have them. */
export interface Secretive {
  readonly secrets: readonly Secret[];
  readonly keyId: string;
  readonly endpointId: string;
}

/** No server listens there, so deliveries fail and are logged. */
const NOWHERE = 'http://127.0.0.1:9/hooks';
const ADDRESS_TOKEN = 'secret-of-the-address-7f3a91';

/** Creates keys, endpoints and pairings of business A, rotates them, and sends a message. */
export async function makeSecrets(world: AttackedWorld): Promise<Secretive> {
  const owner = visitorOf(world, 'owner-a');
  const program = visitorOf(world, 'program-webhooks-a');
  const { siteId } = world.things.a;
  const key = await owner.must('POST', '/api/api-keys', { name: 'Bar', scopes: ['redeem'], siteIds: [siteId] });
  const rotatedKey = await owner.must('POST', `/api/api-keys/${key.id}/rotate`, {});
  const wanted = { url: `${NOWHERE}?token=${ADDRESS_TOKEN}`, eventTypes: ['*'], siteIds: null };
  const endpoint = await owner.must('POST', '/api/webhook-endpoints', wanted);
  const path = `/api/webhook-endpoints/${endpoint.id}`;
  const rotated = await owner.must('POST', `${path}/rotate-secret`, {});
  await owner.must('POST', `${path}/test`, {});
  const pair = () => owner.must('POST', `/api/sites/${siteId}/device-pairings`, { name: 'Kiosk' });
  const open = await pair();
  const used = await pair();
  const paired = await program.must('POST', `/api/v1/device-pairings/${used.token}/accept`);
  const secrets: readonly Secret[] = [
    { what: 'an API key', text: key.key },
    { what: 'a rotated API key', text: rotatedKey.key },
    { what: 'the API key of a program', text: program.apiKey ?? '' },
    { what: 'the API key of a device', text: paired.key },
    { what: 'the token of a pairing', text: open.token },
    { what: 'the secret of a webhook endpoint', text: bare(endpoint.secret) },
    { what: 'the rotated secret of a webhook endpoint', text: bare(rotated.secret) },
    { what: 'the address of a webhook endpoint', text: ADDRESS_TOKEN, isAddress: true },
  ];
  if (new Set(secrets.map(({ text }) => text)).size !== secrets.length) throw new Error('secrets are not unique');
  return { secrets, keyId: key.id, endpointId: endpoint.id };
}

const bare = (secret: string) => secret.replace(/^whsec_/, '');
