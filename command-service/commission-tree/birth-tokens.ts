import { randomBytes } from 'node:crypto';
import { deriveUuid } from '../derive-uuid.ts';
import type { Birth } from '../domain/commission-tree/birth-rules.ts';

const TOKEN_BYTES = 16;

/**
 * Id and tokens for a QR of a command. The id derives from the command, so that a repeated one makes the same QR; tokens
 * are 128 random bits, since whoever could compute them could forge a printed QR (domain.md 3).
 * @param index of the QR among those that the command makes
 */
export function newBirth(commandId: string, index: number): Birth {
  return {
    qrId: deriveUuid('qr', commandId, index),
    customerToken: randomToken(),
    distributorToken: randomToken(),
  };
}

/** 22 characters of base64url. */
function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}
