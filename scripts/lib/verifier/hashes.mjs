import * as crypto from 'node:crypto';

const { createHash, createPublicKey, verify } = crypto;

export const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** SHA-256 of one text or buffer: from Node 20.12 on by a call that takes half the time. */
export const digest = crypto.hash ? (value) => crypto.hash('sha256', value, 'buffer') : sha256;
export const digestHex = crypto.hash
  ? (text) => crypto.hash('sha256', text, 'hex')
  : (text) => sha256(text).toString('hex');

/** As `JSON.stringify` writes it, with the names of objects in order. */
const textOf = (value) => JSON.stringify(sorted(value));

export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(null);
  for (const name of Object.keys(value).sort()) copy[name] = sorted(value[name]);
  return copy;
}

const LEAF = Buffer.from([0]);
/** Byte 1 and two hashes, written anew for each node. */
const node = Buffer.alloc(65, 1);

function nodeOf(left, right) {
  node.set(left, 1);
  node.set(right, 33);
  return digest(node);
}

export function leafOf(event) {
  return leafOfSorted({ ...event, data: sorted(event.data), metadata: sorted(event.metadata) });
}

/** Of an event whose names are in their order, as those of version 7 are when they were read. */
export function leafOfSorted({ stream, revision, eventId, type, data, metadata }) {
  return digest(`\0${JSON.stringify([stream, revision, eventId.toLowerCase(), type, data, metadata])}`);
}

/** Of the hashes of its parts: those that are shown are hashed here, of the others the file has the hash. */
export function leafOfParts({ parts }) {
  const hashes = parts.map((part) =>
    isShown(part)
      ? sha256(Buffer.from(part.salt, 'hex'), textOf([part.name, part.value]))
      : Buffer.from(part.hidden, 'hex'),
  );
  return sha256(LEAF, ...hashes);
}

export const isShown = (part) => typeof part.salt === 'string';
export const isInParts = (proven) => Array.isArray(proven.parts);
export const nameOfPart = (place) => ['whole', 'terms'][place] ?? `share ${place - 2}`;

/** An event of which parts are shown, as if it had nothing else. */
export function seen(proven) {
  if (!isInParts(proven)) return proven;
  const shown = proven.parts.filter(isShown);
  const { stream, revision, eventId, type, recordedAt, ...data } = Object.assign(
    {},
    ...shown.filter(({ name }) => name === 'terms').map(({ value }) => value),
  );
  const shares = shown.filter(({ name }) => name.startsWith('share ')).map(({ value }) => value);
  const event = { stream, revision, eventId, type, data: { ...data, shares }, metadata: { recordedAt } };
  return { ...proven, event };
}

export const named = ({ number, event }) =>
  `Event ${number} (${event.type}, ${event.stream}, revision ${event.revision}, id ${event.eventId})`;

/** Each part that is shown stands in the place that its name says. */
export function misplacedParts(proven) {
  return (proven.parts ?? []).flatMap((part, place) =>
    isShown(part) && part.name !== nameOfPart(place)
      ? `${named(proven)}: what is shown as “${part.name}” stands in the place of “${nameOfPart(place)}”.`
      : [],
  );
}

/** RFC 6962, 2.1: up from a leaf, whose place says at each level on which side the neighbour is. */
export function climb(leaf, index, size, path) {
  if (size === 1) return path.length === 0 ? leaf : null;
  const neighbour = path.at(-1);
  if (neighbour === undefined) return null;
  let left = 1;
  while (left * 2 < size) left *= 2;
  const rest = path.slice(0, -1);
  const inner = index < left ? climb(leaf, index, left, rest) : climb(leaf, index - left, size - left, rest);
  if (inner === null) return null;
  return index < left ? nodeOf(inner, neighbour) : nodeOf(neighbour, inner);
}

/**
 * The root of a tree (RFC 6962, 2.1) of which some leaves are known. The proof has the hash of each largest subtree without a
 * known leaf, from left to right.
 * @param leaves by index from 0, in ascending order
 * @returns null where the proof has too few or too many hashes
 */
export function rootOfProof(size, leaves, proof) {
  let [nextLeaf, nextHash] = [0, 0];
  const rootOf = (first, count) => {
    if ((leaves[nextLeaf]?.[0] ?? size) >= first + count) {
      const hash = proof[nextHash];
      nextHash += 1;
      return hash === undefined ? null : Buffer.from(hash, 'hex');
    }
    if (count === 1) {
      nextLeaf += 1;
      return leaves[nextLeaf - 1][1];
    }
    let half = 1;
    while (half * 2 < count) half *= 2;
    const left = rootOf(first, half);
    const right = left && rootOf(first + half, count - half);
    return right && nodeOf(left, right);
  };
  const root = rootOf(0, size);
  return nextHash === proof.length ? root : null;
}

export function isSigned(text, signature, publicKey) {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return (
      key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}

export const keyIdOf = (publicKey) => sha256(Buffer.from(publicKey, 'base64')).toString('hex').slice(0, 16);

export function headText(head) {
  const isWithParts = (head.parts ?? null) !== null;
  return [
    `perktree-chain-head-${isWithParts ? 2 : 1}`,
    head.events,
    head.position,
    head.chain,
    head.root,
    ...(isWithParts ? [head.parts] : []),
    head.signedAt,
    '',
  ].join('\n');
}
