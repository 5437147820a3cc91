import { randomBytes } from 'node:crypto';
import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import type { Post, Posted } from '@perktree/platform/outgoing/post';
import { headFile } from '../chain/signed-heads.ts';
import type { HandHead } from './push-heads-job.ts';
import { checkTimeStamp, timeStampRequest } from './time-stamp.ts';

const USER_AGENT = 'PerkTree-Heads/1';
const { signal } = new AbortController();

/** The body of an answer 2xx. @throws Error for any other outcome */
function taken({ status, body, error }: Posted): Buffer {
  if (status === null) throw new Error(error ?? 'no answer');
  if (status < 200 || status > 299) throw new Error(`the answer has status ${status}`);
  return body ?? Buffer.alloc(0);
}

/** Posts the head as JSON to a witness. Its key lets a witness take a head once that is sent again. */
export const toWitness =
  (post: Post, url: string): HandHead =>
  async (head: SignedHead) => {
    const headers = {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'idempotency-key': `perktree-head-${head.events}-${head.keyId}`,
    };
    taken(await post({ url, headers, body: JSON.stringify(head), signal }));
    return null;
  };

/** Lets a time stamp authority (RFC 3161) sign when the head existed. */
export const toTimeStampAuthority =
  (post: Post, url: string, nonceOf: () => Buffer = () => randomBytes(8)): HandHead =>
  async (head) => {
    const [text, nonce] = [headFile(head), nonceOf()];
    const headers = { 'content-type': 'application/timestamp-query', 'user-agent': USER_AGENT };
    const answer = taken(await post({ url, headers, body: timeStampRequest(text, nonce), signal }));
    checkTimeStamp(answer, text, nonce);
    return answer;
  };
