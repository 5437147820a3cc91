import { setTimeout as sleep } from 'node:timers/promises';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import type { AttackedEndpoints } from './trap.ts';

const ENDPOINTS = '/api/webhook-endpoints';
const PUBLIC = '192.0.1.9';
/** Time limit of all deliveries, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** What a name resolves to when its endpoint is saved, and afterwards. */
const REBINDINGS: readonly (readonly [before: readonly string[], after: readonly string[]])[] = [
  [[PUBLIC], ['127.0.0.1']],
  [
    [PUBLIC, '2606:4700::1111'],
    [PUBLIC, '127.0.0.1'],
  ],
  [[PUBLIC], ['::1']],
  [[PUBLIC], ['::ffff:127.0.0.1']],
  [[PUBLIC], ['0.0.0.0']],
  // A name that does not resolve yet may be saved.
  [[], ['127.0.0.1']],
];

/**
 * Names that are public when an endpoint is saved and private when a message is sent: by a test, an event, a replay and a
 * delivery that is sent again.
 * @returns the number of attempted deliveries, and what was reached or disclosed
 */
export async function tryRebinding(
  target: AttackedEndpoints,
): Promise<{ readonly deliveries: number; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  let deliveries = 0;
  for (const [n, [before, after]] of REBINDINGS.entries()) {
    const found = await rebind(target, `rebinding-${n}.test`, before, after);
    deliveries += found.deliveries;
    faults.push(...found.faults.map((fault) => `${before} then ${after}: ${fault}`));
  }
  return { deliveries, faults };
}

async function rebind(
  { composed, business, names, trap }: AttackedEndpoints,
  name: string,
  before: readonly string[],
  after: readonly string[],
) {
  const { owner, customerToken } = business;
  const wanted = { url: `https://${name}:${trap.port}/`, eventTypes: ['*'], siteIds: null };
  names.answer(name, before);
  const { id } = await owner.must('POST', ENDPOINTS, wanted);
  const path = `${ENDPOINTS}/${id}`;
  names.answer(name, after);
  const faults: string[] = [];

  const { status } = await owner.call('PUT', path, wanted);
  if (status !== 400) faults.push(`it could be saved again: ${status}`);
  const { deliveryId: test } = await owner.must('POST', `${path}/test`, {});
  await settled(owner, path, (all) => all.some((one) => one.id === test && isSettled(one)));
  const { deliveryId: again } = await owner.must('POST', `${path}/deliveries/${test}/resend`, {});
  const customer = await new Visitor(composed.app, `guest-of-${name}`).register('customer');
  await customer.must('POST', '/api/scan', { token: customerToken });
  await owner.must('POST', `${path}/replay`, { fromPosition: '0', dryRun: false });
  const isAllTried = (all: readonly Delivery[]) =>
    all.some((one) => one.id === again && isSettled(one)) &&
    all.some(({ type, error }) => type !== 'webhook.test' && error);
  const log = await settled(owner, path, isAllTried);

  if (trap.connections > 0) faults.push('a webhook reached a service of this machine');
  trap.connections = 0;
  for (const { type, responseStatus, responseBody, error } of log) {
    const isRefused =
      responseStatus === null && responseBody === null && /resolves to an address that is not public/.test(`${error}`);
    if (!isRefused) faults.push(`${type} was not refused: ${responseStatus} ${responseBody} ${error}`);
  }
  await owner.must('DELETE', path);
  return { deliveries: log.length, faults };
}

interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
}
const isSettled = ({ status }: Delivery) => status === 'failed' || status === 'delivered';

/** Polls the delivery log until the condition holds. @throws Error on timeout */
async function settled(owner: Visitor, path: string, isWanted: (log: readonly Delivery[]) => boolean) {
  for (const until = Date.now() + TIMEOUT_MS; ; await sleep(20)) {
    const log: readonly Delivery[] = await owner.must('GET', `${path}/deliveries`);
    if (isWanted(log)) return log;
    if (Date.now() > until) throw new Error(`the deliveries of ${path} are not tried: ${JSON.stringify(log)}`);
  }
}
