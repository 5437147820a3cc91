import type { ConsistencyProof, SignedHead } from '@perktree/contracts/audit/chain-calls';
import { parseStrict } from '@perktree/contracts/kernel/strict-json';

type Kept = readonly unknown[] | { readonly heads?: readonly unknown[]; readonly head?: unknown } | null;

/** The head in a text, or in an answer that lists heads: its first one. Null: none, or two readers could take another one from it each. */
export function headIn(text: string): SignedHead | null {
  try {
    const value = parseStrict(text) as Kept;
    const head = value !== null && 'length' in value ? value[0] : (value?.heads?.[0] ?? value?.head ?? value);
    return isHead(head) ? head : null;
  } catch {
    return null;
  }
}

const HASH = /^[\da-f]{64}$/;

function isHead(value: unknown): value is SignedHead {
  if (typeof value !== 'object' || value === null) return false;
  const { events, root, parts, signedAt, keyId } = value as Record<string, unknown>;
  const isCount = Number.isSafeInteger(events) && Number(events) > 0;
  const areTexts = [signedAt, keyId].every((text) => typeof text === 'string');
  return isCount && areTexts && HASH.test(String(root)) && (parts === null || HASH.test(String(parts)));
}

/**
 * Whether the history of one head is the beginning of that of a later one, by a consistency proof (RFC 6962, 2.1.2). The browser
 * computes it by itself.
 */
export async function isBeginning(before: SignedHead, after: SignedHead, proof: ConsistencyProof): Promise<boolean> {
  const isWhole = await isConsistent('root', proof.path, before, after);
  if (before.parts === null || after.parts === null) return isWhole;
  return isWhole && proof.partsPath !== null && (await isConsistent('parts', proof.partsPath, before, after));
}

/** The algorithm of RFC 9162, 2.1.4.2. */
async function isConsistent(
  over: 'root' | 'parts',
  path: readonly string[],
  { events: first, [over]: rootBefore }: SignedHead,
  { events: second, [over]: rootAfter }: SignedHead,
): Promise<boolean> {
  if (first === second) return path.length === 0 && rootBefore === rootAfter;
  const isOdd = (number: number) => number % 2 === 1;
  const half = (number: number) => Math.floor(number / 2);
  let [left, right] = [first - 1, second - 1];
  while (isOdd(left)) [left, right] = [half(left), half(right)];
  // The first tree is a whole subtree of the second one: the proof leaves its root out.
  const [start, ...rest] = left === 0 ? [`${rootBefore}`, ...path] : path;
  if (start === undefined) return false;
  let [before, after] = [start, start];
  for (const hash of rest) {
    if (right === 0) return false;
    if (isOdd(left) || left === right) {
      [before, after] = [await nodeOf(hash, before), await nodeOf(hash, after)];
      while (!isOdd(left) && left !== 0) [left, right] = [half(left), half(right)];
    } else {
      after = await nodeOf(after, hash);
    }
    [left, right] = [half(left), half(right)];
  }
  return right === 0 && before === rootBefore && after === rootAfter;
}

/** A node of the tree: SHA-256 of a byte 1 and both hashes; hexadecimal. */
async function nodeOf(left: string, right: string): Promise<string> {
  const hex = `01${left}${right}`;
  const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, n) => Number.parseInt(hex.slice(2 * n, 2 * n + 2), 16));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
