import { auditMigrations } from '@perktree/audit-service/chain/migrations';
import { commandServiceMigrations } from '@perktree/command-service/migrations';
import { eventStoreMigrations } from '@perktree/event-store/postgres/migrations';
import { identityMigrations } from '@perktree/identity/migrations';
import { fileMigrations } from '@perktree/platform/files/migrations';
import { webhookMigrations } from '@perktree/webhook-service/migrations';
import { expect, it } from 'vitest';

/**
 * Version 0.1.0 has these numbers of migrations. A later one without `isAdditive` ends the way back to the versions before it:
 * raise the number only with a note in docs/how-to/operate.md, "Go back".
 */
it.each([
  ['event_store', eventStoreMigrations, 3],
  ['command_service', commandServiceMigrations, 5],
  ['identity', identityMigrations, 19],
  ['audit', auditMigrations, 3],
  ['files', fileMigrations, 2],
  ['webhooks', webhookMigrations, 2],
])('the migrations of %s since version 0.1.0 only add', (_, migrations, count) => {
  const names = migrations.filter(({ isAdditive }) => !isAdditive).map(({ name }) => name);
  expect(names.slice(count)).toEqual([]);
});
