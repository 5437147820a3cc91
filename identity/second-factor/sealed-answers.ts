import { type KeptAnswer, KeyStore, type OwnedKey, type Taken } from '@perktree/platform/http/idempotency/key-store';
import type { Pool } from 'pg';
import { createSealing } from '../sealing.ts';

/** Keeps answers that hold secrets, encrypted: the same request gets them again, a copy of the database does not. */
export class SealedAnswers extends KeyStore {
  private readonly sealing;

  constructor(pool: Pool, table: string, secret: string) {
    super(pool, table);
    this.sealing = createSealing(secret, 'kept answers');
  }

  override async take(owned: OwnedKey, requestHash: string, attempt: string): Promise<Taken> {
    const taken = await super.take(owned, requestHash, attempt);
    if (taken.kind !== 'answered') return taken;
    const body = this.sealing.open(taken.answer.body, placeOf(owned));
    return body === null ? { kind: 'other_request' } : { kind: 'answered', answer: { ...taken.answer, body } };
  }

  override finish(owned: OwnedKey, attempt: string, answer: KeptAnswer) {
    return super.finish(owned, attempt, { ...answer, body: this.sealing.seal(answer.body, placeOf(owned)) });
  }
}

const placeOf = ({ owner, key }: OwnedKey) => `${owner} ${key}`;
