import { TYPED_UUID } from '@perktree/contracts/kernel/uuid';
import type { HeadMails, MailFeed, NewMail } from '@perktree/contracts/notification/mail';
import { run, sql } from '@perktree/platform/postgres/sql';
import { inTransaction, type Queryable } from '@perktree/platform/postgres/transaction';
import type { Pool } from 'pg';

/** Queues the mails that events cause. Checkpoint and mails are one transaction, so no event is mailed twice or left out. */
export function createMailFeed(pool: Pool, clock: () => Date): MailFeed {
  return {
    async begin(position) {
      const checkpoint = { position: String(position), since: clock() };
      await run(pool, sql('identity.mail_checkpoint').insert(checkpoint).onConflict('single').ignore());
    },
    advance: (step) =>
      inTransaction(pool, async (db) => {
        // Another process has it: it does the work.
        const { rows } = await db.query<{ position: string; since: Date }>(
          'SELECT position, since FROM identity.mail_checkpoint FOR UPDATE SKIP LOCKED',
        );
        const [checkpoint] = rows;
        if (!checkpoint) return false;
        const done = await step(BigInt(checkpoint.position), checkpoint.since);
        if (done === null) return false;
        const now = clock();
        for (const [index, mail] of done.mails.entries()) await queue(db, mail, { now, index });
        await db.query('UPDATE identity.mail_checkpoint SET position = $1', [String(done.position)]);
        return true;
      }),
  };
}

/**
 * Not for erased accounts, and not a second time for the same id.
 * @param at.index its place among mails of the same time: a microsecond each keeps their order
 */
async function queue(
  db: Queryable,
  { id, kind, to, data }: NewMail,
  at: { readonly now: Date; readonly index: number },
): Promise<void> {
  const [table, user, recipient] = 'userId' in to ? ['users', 'id', to.userId] : ['tenants', 'owner_id', to.tenantId];
  // Ids in events are texts, and an invalid one is no account's. Compared as UUIDs, so that the primary key finds the row.
  if (!TYPED_UUID.test(recipient)) return;
  await run(
    db,
    `INSERT INTO identity.mails (id, kind, user_id, data, state, due_at, created_at)
     SELECT :id, :kind, ${user}, :data, 'queued', :now, :now::timestamptz + :index * interval '1 microsecond' FROM identity.${table} WHERE id = :recipient::uuid AND ${user} IS NOT NULL
     ON CONFLICT (id) DO NOTHING`,
    { id, kind, data: JSON.stringify(data), now: at.now, recipient, index: at.index },
  );
}

export function createHeadMails(pool: Pool, clock: () => Date): HeadMails {
  return {
    async queue({ events, signedAt, json, toOwners }) {
      const data = JSON.stringify({ events: String(events), signedAt, head: json });
      await run(
        pool,
        `INSERT INTO identity.mails (id, kind, user_id, data, state, due_at, created_at)
         SELECT 'chain-head-' || :events || '-' || u.id, 'chain_head', u.id, :data, 'queued', :now, :now
         FROM identity.users u
         WHERE u.email_verified AND u.locked_at IS NULL AND (
           EXISTS (SELECT 1 FROM identity.account_roles r WHERE r.user_id = u.id AND r.role = 'superadmin')
           OR EXISTS (SELECT 1 FROM identity.audits a WHERE a.user_id = u.id AND a.until > :now)
           OR :toOwners AND EXISTS (SELECT 1 FROM identity.tenants t WHERE t.owner_id = u.id))
         ON CONFLICT (id) DO NOTHING`,
        { events: String(events), data, now: clock(), toOwners },
      );
    },
  };
}
