import { KeyStore } from '@perktree/platform/http/idempotency/key-store';
import type { Pool } from 'pg';
import { COMMAND_SERVICE_SCHEMA } from '../../migrations.ts';

/** The idempotency keys of commands. */
export class IdempotencyKeyStore extends KeyStore {
  constructor(pool: Pool) {
    super(pool, `${COMMAND_SERVICE_SCHEMA}.idempotency_keys`);
  }
}
