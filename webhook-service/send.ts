import { LOGGED_ANSWER_BYTES } from '@perktree/contracts/webhook/endpoints';
import { createPoster, type Posted, type PosterOptions } from '@perktree/platform/outgoing/post';

export interface Answer extends Omit<Posted, 'body'> {
  readonly body: string | null;
}

/** Posts a message. It never rejects but for an abort, and follows no redirect. */
export type Send = (input: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}) => Promise<Answer>;

interface Sender {
  readonly send: Send;
  close(): void;
}

/** @param options `allowPrivate`: also to addresses that are not public, and without TLS */
export function createSender(options: Pick<PosterOptions, 'allowPrivate' | 'resolve' | 'timeoutMs'>): Sender {
  const poster = createPoster({ ...options, answerBytes: LOGGED_ANSWER_BYTES });
  return {
    async send({ headers, ...input }) {
      const type = { 'content-type': 'application/json', 'user-agent': 'PerkTree-Webhooks/1' };
      const { body, ...answer } = await poster.post({ ...input, headers: { ...headers, ...type } });
      // Postgres stores no NUL character in text.
      return { ...answer, body: body?.toString('utf8').replaceAll('\0', '\uFFFD') ?? null };
    },
    close: poster.close,
  };
}
