import type { Migration } from '@perktree/platform/postgres/migrate';

/** Up to which event mails have been queued, and since when: earlier events are not mailed. */
export const mailCheckpoint: Migration = {
  name: '018-mail-checkpoint',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.mail_checkpoint (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        position bigint NOT NULL,
        since timestamptz NOT NULL
      );
    `);
  },
};
