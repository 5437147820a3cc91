import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** Signs heads (Ed25519). */
export interface SigningKey {
  readonly keyId: string;
  /** DER of the key's SubjectPublicKeyInfo, in base64. */
  readonly publicKey: string;
  sign(text: string): Buffer;
}

export function newPrivateKey(): string {
  return String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/**
 * The key of a PKCS #8 text: PEM, or the base64 within it, as it fits into one line of an environment.
 * @throws Error where it is no private key of Ed25519
 */
export function readSigningKey(text: string): SigningKey {
  const key = privateKeyOf(text.trim());
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error('not a private key of Ed25519 (PKCS #8, PEM or base64)');
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return {
    keyId: keyIdOf(der),
    publicKey: der.toString('base64'),
    sign: (signed) => sign(null, Buffer.from(signed), key),
  };
}

/** @param publicKey base64, as published */
export function isSignedBy(publicKey: string, text: string, signature: Buffer): boolean {
  const der = Buffer.from(publicKey, 'base64');
  return verify(null, Buffer.from(text), createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
}

const keyIdOf = (der: Buffer) => createHash('sha256').update(der).digest('hex').slice(0, 16);

function privateKeyOf(text: string): KeyObject | null {
  try {
    return text.startsWith('-----')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
  } catch {
    return null;
  }
}
