import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { PublishedKey, SignedHead } from '@perktree/audit-service/chain/signed-heads';
import { publishedKeySchema, signedHeadSchema } from '@perktree/contracts/http/audit-chain';
import { z } from 'zod';

export const HELP = `npm run chain -- COMMAND [--json]

  verify                     hash all events again, and name the first one that is not as it was recorded or signed
      --heads FILE             heads from elsewhere: an answer of GET /api/audit/heads, kept
      --key PUBLIC_KEY         the key that they were signed with, where the store does not know it any more
  sign                       chain the newest events, sign the head and publish it, now
  heads                      the signed heads, the newest first
  key                        the public keys

Exit code 0: everything fits. 1: something differs. 2: it could not be done.`;

export interface Words {
  readonly command: string;
  readonly heads: readonly SignedHead[];
  readonly keys: readonly PublishedKey[];
}

/** @throws Error that says what is wrong */
export function readWords(args: readonly string[], folder: string): Words {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, heads: { type: 'string' }, key: { type: 'string' } },
  });
  const [command = 'help', ...others] = positionals;
  if (others.length > 0) throw new Error(`One command at a time; ${others.join(' ')} is too much.`);
  const heads = values.heads === undefined ? [] : headsOf(resolve(folder, values.heads));
  const publicKey = values.key;
  const keys = publicKey === undefined ? [] : heads.map(({ keyId }) => publishedKeySchema.parse({ keyId, publicKey }));
  return { command, heads, keys };
}

function headsOf(file: string): readonly SignedHead[] {
  const kept = z.union([
    z.object({ heads: z.array(signedHeadSchema) }).transform(({ heads }) => heads),
    z.array(signedHeadSchema),
    signedHeadSchema.transform((head) => [head]),
  ]);
  const parsed = kept.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(`${file} holds no signed heads: it takes what GET /api/audit/heads answers.`);
}
