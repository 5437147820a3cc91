/** The published list of keys (docs/reference/chain-format.md): whether the key of a statement was in use when it signed. */
import { parseStrict } from '../../../contracts/kernel/strict-json.ts';
import { isSigned, keyIdOf } from './hashes.mjs';

/** The times at which the key of a statement signed something. */
const timesOf = ({ head, createdAt }) => [head.signedAt, createdAt];

/** The text with which another key revokes a key. */
const revocationText = ({ keyId, revoked: { at, reason, by } }) =>
  ['perktree-key-revocation-1', keyId, at, reason, by, ''].join('\n');

/** @param text an answer of `GET /api/audit/key` @throws Error for anything else */
export function readKeys(text) {
  const keys = parseStrict(text)?.keys;
  const isKey = (key) => typeof key?.keyId === 'string' && typeof key.publicKey === 'string';
  if (!Array.isArray(keys) || !keys.every(isKey)) throw new Error('it is no list of keys');
  return keys;
}

/** What the list says against the key of a statement, a sentence each. */
export function againstKey(keys, statement) {
  const { keyId } = statement.head;
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) return [`The list of keys has no key ${keyId}, which signed the statement.`];
  const { publicKey, since, until, handOver, revoked } = key;
  if (keyIdOf(publicKey) !== keyId) return [`The list of keys names another public key ${keyId}.`];
  return [
    ...(isRevocationGenuine(key, keys) ? [] : [`The revocation of the key ${keyId} is not signed by ${revoked.by}.`]),
    ...timesOf(statement).flatMap((time) => {
      const named = `The key ${keyId} signed at ${time}, but`;
      if (revoked && time >= revoked.at) return [`${named} was revoked on ${revoked.at}: ${revoked.reason}`];
      if (until !== null && time > until) return [`${named} was replaced on ${until}.`];
      return handOver && time < since ? [`${named} is in use only since ${since}.`] : [];
    }),
  ];
}

function isRevocationGenuine(key, keys) {
  if (!key.revoked) return true;
  const by = keys.find(({ keyId }) => keyId === key.revoked.by);
  return by !== undefined && by !== key && isSigned(revocationText(key), key.revoked.signature, by.publicKey);
}

/** When the key of a statement was revoked, although it may have signed that before; null: it was not. */
export const revocationOf = (keys, { head }) => keys.find(({ keyId }) => keyId === head.keyId)?.revoked ?? null;
