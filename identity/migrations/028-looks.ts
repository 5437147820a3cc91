import type { Migration } from '@perktree/platform/postgres/migrate';

/**
 * Looks of auditors and superadmins at the records of businesses. Queries write them by a function: their login only reads.
 */
export const looks: Migration = {
  name: '028-looks',
  isAdditive: true,
  up: async (knex) => {
    await knex.raw(`
      CREATE TABLE identity.looks (
        -- Of everything but the count, so that looks of one minute at the same subject are one row.
        look_id uuid PRIMARY KEY,
        minute timestamptz NOT NULL,
        viewer_id text NOT NULL,
        role text NOT NULL,
        -- Method and path of the call, with names of parameters.
        call text NOT NULL,
        -- Null: all businesses.
        tenant_id uuid,
        site_id uuid,
        subject text,
        looks integer NOT NULL DEFAULT 1
      );
      CREATE INDEX looks_of_tenant ON identity.looks (tenant_id, minute DESC, look_id DESC);
      CREATE INDEX looks_by_minute ON identity.looks (minute DESC, look_id DESC);

      CREATE FUNCTION identity.record_look(at_minute timestamptz, viewer text, in_role text, of_call text, of_site uuid,
        about text, own_tenant uuid, of_tenants uuid[])
      RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
      DECLARE
        owning uuid;
      BEGIN
        IF of_site IS NOT NULL THEN
          SELECT s.tenant_id INTO owning FROM read_models.sites s WHERE s.site_id = of_site;
          IF owning IS NULL OR owning = own_tenant THEN RETURN; END IF;
          of_tenants := ARRAY[owning];
        END IF;
        INSERT INTO identity.looks AS l (look_id, minute, viewer_id, role, call, tenant_id, site_id, subject)
        -- A UUID of version 8 (RFC 9562).
        SELECT overlay(overlay(
          pg_catalog.md5(pg_catalog.concat_ws(' ', at_minute, viewer, in_role, of_call, of_site, about, t))
          PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid,
          at_minute, viewer, in_role, of_call, t, of_site, about
        FROM pg_catalog.unnest(coalesce(of_tenants, ARRAY[NULL::uuid])) t
        ON CONFLICT (look_id) DO UPDATE SET looks = l.looks + 1;
      END $$;
      REVOKE ALL ON FUNCTION identity.record_look(timestamptz, text, text, text, uuid, text, uuid, uuid[]) FROM PUBLIC;
    `);
  },
};
