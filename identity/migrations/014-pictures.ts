import type { Migration } from '@perktree/platform/postgres/migrate';

/** Pictures that businesses have uploaded, as they are served: always PNG (pictures/make-picture.ts). */
export const pictures: Migration = {
  name: '014-pictures',
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.pictures (
        tenant_id uuid NOT NULL REFERENCES identity.tenants,
        -- SHA-256 of the content, in hexadecimal.
        hash text NOT NULL,
        content bytea NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (tenant_id, hash)
      );
      CREATE INDEX pictures_by_hash ON identity.pictures (hash);
    `);
  },
};
