import { z } from 'zod';
import type { RefusalCode } from '../refusals.ts';
import { type Call, call } from './call.ts';
import { LIVE_PATH, type LiveMessage } from './live.ts';

/** A call that no JSON client makes, for the reference: what is not as it is for all others is said here. */
export interface OtherCall extends Call {
  readonly description: string;
  /** Headers that it reads besides cookies. */
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly description: string }[];
  readonly answers: 'application/json' | 'text/event-stream';
  /** Everything that it refuses. */
  readonly refuses: readonly RefusalCode[];
}

const position = z.string().regex(/^\d{1,18}$/);

/** The data of an event of the stream (contracts/http/live.ts); that of `signed-out` is an empty object. */
export const liveMessageAnswer = z.strictObject({
  position,
  keys: z.array(z.array(z.string())),
}) satisfies z.ZodType<LiveMessage>;

export const otherCalls = {
  events: {
    ...call({
      method: 'GET',
      path: LIVE_PATH,
      summary: 'A stream of what shows something new to me (server-sent events)',
      tag: 'Live',
      access: 'signed_in',
      query: z.strictObject({ after: position.optional() }),
      answer: liveMessageAnswer,
    }),
    description: [
      'Anyone who is signed in, and each only about what they may read.',
      'Events: `ready` comes first; `invalidate` names what has changed after that, by the beginnings of paths; `signed-out`, whose data is `{}`, ends the stream. The id of an event is its position.',
    ].join('\n\n'),
    headers: [
      {
        name: 'Last-Event-ID',
        required: false,
        description: 'As `after`: what a browser sends by itself when it comes back.',
      },
      { name: 'X-Min-Position', required: false, description: 'The stream begins no earlier than at this position.' },
    ],
    answers: 'text/event-stream',
    refuses: [
      ...(['VALIDATION_FAILED', 'NOT_SIGNED_IN', 'TOO_MANY_REQUESTS'] as const),
      ...(['READ_MODEL_BEHIND', 'UNAVAILABLE', 'INTERNAL'] as const),
    ],
  },
  stripeNotice: {
    ...call({
      method: 'POST',
      path: '/api/webhooks/stripe',
      summary: 'A notice of Stripe that something has changed there',
      tag: 'Subscription',
      access: 'anyone',
      body: z.looseObject({ id: z.string(), type: z.string(), data: z.looseObject({ object: z.looseObject({}) }) }),
      answer: z.strictObject({ received: z.literal(true) }),
    }),
    description: [
      'Stripe alone, by its signature over the bytes of the body. Only there where Stripe settles plans.',
      'A notice says which subscription to look at, and nothing else of it is believed; repeated or late ones change nothing.',
    ].join('\n\n'),
    headers: [{ name: 'Stripe-Signature', required: true, description: 'Made with the secret of this webhook.' }],
    answers: 'application/json',
    refuses: [
      ...(['PAYMENT_NOTICE_INVALID', 'VALIDATION_FAILED', 'FOREIGN_ORIGIN', 'BODY_TOO_LARGE'] as const),
      ...(['TOO_MUCH_CONTENTION', 'PAYMENT_PROVIDER_UNAVAILABLE', 'UNAVAILABLE', 'INTERNAL'] as const),
    ],
  },
} as const satisfies Record<string, OtherCall>;
