import { createHash } from 'node:crypto';
import { canonicalJson } from '@perktree/contracts/strict-json';
import type { SigningKey } from '../chain/signing-key.ts';
import type { Statement } from './statement.ts';

type Unsealed = Omit<Statement, 'seal'>;

/** Of the canonical form of all but the seal. It is printed on the PDF, which ties the PDF to the file. */
export function fingerprintOf(statement: Unsealed | Statement): string {
  const { seal: _, ...unsealed } = { seal: '', ...statement };
  return createHash('sha256').update(canonicalJson(unsealed)).digest('hex');
}

export function sealed(
  statement: Unsealed,
  key: SigningKey,
): { readonly file: Statement; readonly fingerprint: string } {
  const fingerprint = fingerprintOf(statement);
  const seal = key.sign(`perktree-statement-7\n${fingerprint}\n`).toString('base64');
  return { file: { ...statement, seal }, fingerprint };
}
