import { REQUESTS } from '@perktree/apps/standalone/testing/requests';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { Call } from '@perktree/contracts/kernel/call';
import type { AttackedWorld } from '../attacked-world.ts';
import { type Secretive, secretsIn } from './make-secrets.ts';

type CallName = keyof typeof calls;
const READS = (Object.entries(calls) as [CallName, Call][]).filter(([, { method }]) => method === 'GET');

/** Makes every read, or only one, as every person. @returns the number of answers, and those that disclose a secret */
export async function searchAnswers(
  { composed, people, things }: AttackedWorld,
  { secrets, keyId, endpointId }: Secretive,
  only?: CallName,
): Promise<{ readonly answers: number; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  let answers = 0;
  for (const [name, { path }] of READS) {
    if (only !== undefined && name !== only) continue;
    const { params = {}, query = {} } = REQUESTS[name]({ ...things.a, keyId, endpointId, keyedEndpointId: endpointId });
    const filled = path.replace(/:(\w+)/g, (_, parameter: string) => params[parameter] ?? '');
    const url = `${filled}?${new URLSearchParams(query)}`;
    for (const [who, { visitor, keyScope, side }] of Object.entries(people)) {
      // Keys of the other business read nothing of this one.
      if (keyScope !== undefined && side === 'b') continue;
      const { body, headers } = await composed.app.inject({ url, headers: visitor.headers });
      answers += 1;
      const found = secretsIn(
        body + JSON.stringify(headers),
        secrets.filter(({ isAddress }) => !(isAddress && who === 'owner-a')),
      );
      faults.push(...found.map((what) => `${name} by ${who} has ${what}`));
    }
  }
  return { answers, faults };
}
