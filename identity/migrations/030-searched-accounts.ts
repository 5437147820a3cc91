import type { Migration } from '@perktree/platform/postgres/migrate';
import { wordsSql } from '@perktree/platform/postgres/searched-text';
import { ACCOUNT_TEXT } from '../account-search.ts';

/** Superadmins find accounts by words of names and addresses. */
export const searchedAccounts: Migration = {
  name: '030-searched-accounts',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`CREATE INDEX users_words ON identity.users USING gin (${wordsSql(ACCOUNT_TEXT)})`);
  },
};
