import { createHash } from 'node:crypto';
import { canonicalJson } from '@perktree/contracts/kernel/strict-json';
import type { SigningKey } from '../chain/signing-key.ts';
import { packEvents } from './pack-events.ts';
import type { Statement, StatementFile } from './statement.ts';

/** Of the canonical form of all of the file but the seal. It is printed on the PDF, which ties the PDF to the file. */
export function fingerprintOf(file: Omit<StatementFile, 'seal'> | StatementFile): string {
  const { seal: _, ...unsealed } = { seal: '', ...file };
  return createHash('sha256').update(canonicalJson(unsealed)).digest('hex');
}

/** As the file has it. */
export function packed<S extends Pick<Statement, 'events' | 'proof'>>({ events, proof, ...statement }: S) {
  return { ...statement, events: packEvents(events), proof: Buffer.from(proof.join(''), 'hex').toString('base64') };
}

export const sealOf = (fingerprint: string, key: SigningKey) =>
  key.sign(`perktree-statement-7\n${fingerprint}\n`).toString('base64');

export function sealed(unsealed: Omit<Statement, 'seal'>, key: SigningKey) {
  const file = packed(unsealed);
  const fingerprint = fingerprintOf(file);
  const seal = sealOf(fingerprint, key);
  return { statement: { ...unsealed, seal }, file: { ...file, seal }, fingerprint };
}
