import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { WEBHOOK_PUBLIC_KEY_PREFIX } from '@perktree/contracts/webhook/endpoints';

const SEED_BYTES = 32;
/** DER of a private key of Ed25519 up to its seed (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

interface WebhookKeyPair {
  readonly privateKey: KeyObject;
  /** `whpk_` and base64, as Standard Webhooks writes it. */
  readonly publicKey: string;
}

/**
 * The Ed25519 key pair of an endpoint. It is derived from the installation's secret, so nothing is stored. Each endpoint has
 * its own, so a signature for one endpoint is not valid for another.
 */
export function webhookKeyPair(installationSecret: string, endpointId: string): WebhookKeyPair {
  const seed = Buffer.from(hkdfSync('sha256', installationSecret, endpointId, 'perktree webhook key pair', SEED_BYTES));
  const der = Buffer.concat([PKCS8_HEAD, seed]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicKey = `${WEBHOOK_PUBLIC_KEY_PREFIX}${Buffer.from(x, 'base64url').toString('base64')}`;
  return { privateKey, publicKey };
}
