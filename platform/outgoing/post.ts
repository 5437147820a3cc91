import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { systemTimers } from '../time/timers.ts';
import { hostOf, isPublicAddress, publicLookup, type Resolve } from './public-address.ts';

/** How long one attempt may take, with name resolution and the answer, in milliseconds. */
const TIMEOUT_MS = 10_000;

export interface Posted {
  /** Null: no answer. */
  readonly status: number | null;
  /** The beginning of the answer's body; null: no answer, or one without a body. */
  readonly body: Buffer | null;
  readonly retryAfter: string | undefined;
  /** Why there was no answer. */
  readonly error: string | null;
}

/** Posts a body. It never rejects but for an abort, and follows no redirect. */
export type Post = (input: {
  readonly url: string;
  /** With the type of the body. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly signal: AbortSignal;
}) => Promise<Posted>;

export interface Poster {
  readonly post: Post;
  close(): void;
}

export interface PosterOptions {
  /** Also to addresses that are not public, and without TLS. */
  readonly allowPrivate: boolean;
  /** To public addresses also without TLS: for answers that are signed. Default: false. */
  readonly allowHttp?: boolean;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  /** Bytes of an answer that are read. */
  readonly answerBytes: number;
}

/** Posts to addresses that others chose. */
export function createPoster(options: PosterOptions): Poster {
  const { allowPrivate, allowHttp = false, resolve, timeoutMs = TIMEOUT_MS, answerBytes } = options;
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };
  const checked: RequestOptions = allowPrivate ? {} : { lookup: publicLookup(resolve) };

  /** Why no request is made; null: it may be made. */
  function refusalOf(url: URL): string | null {
    if (allowPrivate) return null;
    if (url.protocol !== 'https:' && !allowHttp) return 'the address is not https';
    const host = hostOf(url);
    return isIP(host) !== 0 && !isPublicAddress(host) ? `${host} is not public` : null;
  }

  const post: Post = ({ url: text, headers, body, signal }) =>
    new Promise((done, fail) => {
      const unanswered = (error: string) => done({ status: null, body: null, retryAfter: undefined, error });
      const failed = (error: Error) => {
        endTimer();
        if (signal.aborted) fail(error);
        else unanswered(error.message);
      };
      const url = new URL(text);
      const refusal = refusalOf(url);
      if (refusal !== null) return unanswered(refusal);
      const isHttps = url.protocol === 'https:';
      const request = (isHttps ? httpsRequest : httpRequest)(url, {
        ...checked,
        agent: isHttps ? agents['https:'] : agents['http:'],
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal,
      });
      const endTimer = systemTimers.after(timeoutMs, () => {
        request.destroy(new Error(`no answer within ${timeoutMs / 1_000} s`));
      });
      request.once('error', failed);
      // An answer that switches protocols (101) is no other event.
      request.once('upgrade', ({ statusCode = null }, socket) => {
        endTimer();
        socket.destroy();
        done({ status: statusCode, body: null, retryAfter: undefined, error: null });
      });
      request.once('response', (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        const finish = () => {
          endTimer();
          const start = Buffer.concat(parts).subarray(0, answerBytes);
          const retryAfter = response.headers['retry-after'];
          done({ status: response.statusCode ?? null, body: start, retryAfter, error: null });
        };
        response.on('data', (part: Buffer) => {
          parts.push(part);
          size += part.length;
          if (size <= answerBytes) return;
          finish();
          // The rest is of no use. Reading it would let a receiver hold the connection.
          request.destroy();
        });
        response.once('end', finish);
        response.once('error', failed);
      });
      request.end(body);
    });

  return {
    post,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
