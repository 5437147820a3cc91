import { MAILS_CHANNEL } from '@perktree/platform/mail';
import type { Migration } from '@perktree/platform/postgres/migrate';

/** Wakes the processes that send mails. */
export const announcedMails: Migration = {
  name: '033-announced-mails',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      CREATE FUNCTION identity.announce_mails() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('${MAILS_CHANNEL}', '');
        RETURN NULL;
      END $$;
      CREATE TRIGGER announce_mails AFTER INSERT ON identity.mails
      FOR EACH STATEMENT EXECUTE FUNCTION identity.announce_mails();
    `);
  },
};
