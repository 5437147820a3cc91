import { createDeliveryStore, type ParkedMessage, parkedMessages } from '@perktree/webhook-service/delivery-store';
import { DRY_RUN } from '../options.ts';
import { type Action, withStores } from '../session.ts';
import { textTable } from '../text-table.ts';

interface Options {
  readonly endpoint?: string;
}

export const parked: Action<Options> = (session, { endpoint = null }) =>
  withStores(session, async ({ pool }) => {
    const messages = await parkedMessages(pool, endpoint);
    return { json: { messages }, text: messages.length === 0 ? 'No message is parked.' : messagesText(messages) };
  });

/** Requests each message as the owner's screen does; the product sends it within a second. */
export const resendWebhook: Action<Options & { readonly yes?: boolean }> = (
  session,
  { endpoint = null, yes = false },
) =>
  withStores(session, async ({ pool }) => {
    const messages = (await parkedMessages(pool, endpoint)).filter(({ status }) => status === 'failed');
    if (messages.length === 0)
      return { json: { resent: [] }, text: 'No such message can be sent again.', differs: true };
    if (!yes) return { json: { dryRun: true, messages }, text: `${messagesText(messages)}\n\n${DRY_RUN}` };
    const deliveries = createDeliveryStore(pool, { allowPrivate: session.configuration.webhookAllowPrivate });
    const resent: string[] = [];
    for (const { endpointId, deliveryId } of messages) {
      const id = await deliveries.resend(endpointId, deliveryId, null);
      if (id !== null) resent.push(id);
    }
    return { json: { resent }, text: `Messages requested again: ${resent.length}.` };
  });

const messagesText = (messages: readonly ParkedMessage[]) =>
  textTable([
    ['endpoint', 'business', 'message', 'position', 'created', 'attempts', 'answer', 'state'],
    ...messages.map((each) => [
      each.endpointId,
      each.tenantId,
      each.type,
      each.position,
      each.createdAt.toISOString(),
      `${each.attempts}`,
      each.responseStatus === null ? (each.error ?? '-') : `${each.responseStatus}`,
      each.status === 'pending' ? 'being sent' : 'parked',
    ]),
  ]);
