import type { Migration } from '../postgres/migrate.ts';

/** Results of long calls. They can be made again, so a backup may leave them out. */
export const FILES_SCHEMA = 'files';
const FIRST_REQUEST_FUNCTION = `${FILES_SCHEMA}.request(text,text,text,text,jsonb,integer)`;
const REQUEST_FUNCTION = `${FILES_SCHEMA}.request(text,text,text,text,jsonb,integer,timestamptz)`;
/** Request a file. The query service's login, which cannot write, may execute them; earlier versions call the first one. */
export const REQUEST_FUNCTIONS = [FIRST_REQUEST_FUNCTION, REQUEST_FUNCTION];
/** SQLSTATE of `request` where a user has too many unfinished files. */
export const TOO_MANY_FILES = 'PT429';
/** Postgres notifies the user's id on it whenever a file changes. */
export const FILES_CHANNEL = 'files';

export const fileMigrations: readonly Migration[] = [
  {
    name: '001_files',
    up: `
        CREATE TABLE files.files (
          file_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
          user_id text NOT NULL,
          -- The active role of the request.
          role text NOT NULL,
          name text NOT NULL,
          -- The call that makes it: path with query, and headers that its answer depends on.
          url text NOT NULL,
          headers jsonb NOT NULL,
          status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
          progress real NOT NULL DEFAULT 0,
          failure text,
          created_at timestamptz NOT NULL DEFAULT now(),
          expires_at timestamptz NOT NULL,
          finished_at timestamptz,
          -- Counts the processes that began to make it: only the newest one may finish it.
          attempt integer NOT NULL DEFAULT 0,
          -- Another process takes over afterwards.
          leased_until timestamptz
        );
        CREATE INDEX files_of_user ON files.files (user_id, created_at);
        CREATE INDEX unfinished_files ON files.files (created_at) WHERE status IN ('queued', 'running');
        CREATE TABLE files.parts (
          file_id uuid NOT NULL REFERENCES files.files ON DELETE CASCADE,
          attempt integer NOT NULL,
          number integer NOT NULL,
          name text NOT NULL,
          content_type text NOT NULL,
          bytes bigint NOT NULL,
          PRIMARY KEY (file_id, attempt, number)
        );
        CREATE TABLE files.chunks (
          file_id uuid NOT NULL REFERENCES files.files ON DELETE CASCADE,
          attempt integer NOT NULL,
          part integer NOT NULL,
          number integer NOT NULL,
          body bytea NOT NULL,
          PRIMARY KEY (file_id, attempt, part, number)
        );
        -- Already compressed, or read once.
        ALTER TABLE files.chunks ALTER COLUMN body SET STORAGE EXTERNAL;
        -- The same unfinished request of a user is one file.
        CREATE FUNCTION files.request(of_user text, in_role text, named text, of_url text, with_headers jsonb, days integer)
        RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = files, pg_temp AS $$
        DECLARE
          found uuid;
          unfinished integer;
        BEGIN
          PERFORM pg_advisory_xact_lock(hashtext('files'), hashtext(of_user));
          SELECT count(*), (array_agg(f.file_id) FILTER (WHERE f.url = of_url AND f.role = in_role AND f.headers = with_headers))[1]
          INTO unfinished, found
          FROM files.files f WHERE f.user_id = of_user AND f.status IN ('queued', 'running');
          IF found IS NOT NULL THEN RETURN found; END IF;
          IF unfinished >= 20 THEN RAISE EXCEPTION 'too many unfinished files' USING ERRCODE = '${TOO_MANY_FILES}'; END IF;
          INSERT INTO files.files (user_id, role, name, url, headers, expires_at)
          VALUES (of_user, in_role, named, of_url, with_headers, now() + make_interval(days => days))
          RETURNING file_id INTO found;
          PERFORM pg_notify('${FILES_CHANNEL}', of_user);
          RETURN found;
        END $$;
        REVOKE ALL ON FUNCTION ${FIRST_REQUEST_FUNCTION} FROM PUBLIC`,
  },
  {
    name: '002_deaths',
    up: `
        ALTER TABLE files.files
          -- Attempts whose process died: after some, the file has failed.
          ADD COLUMN deaths integer NOT NULL DEFAULT 0,
          -- Attempts that ended because a store did not answer.
          ADD COLUMN outages integer NOT NULL DEFAULT 0;
        COMMENT ON COLUMN files.files.leased_until IS
          'Of a running file: another process takes over afterwards. Of a queued one: the next attempt begins afterwards.'`,
  },
  {
    name: '003_moment_of_request',
    isAdditive: true,
    up: `
        COMMENT ON COLUMN files.files.created_at IS
          'The moment of the request by the clock of the serving process: a period without an end ends then.';
        CREATE FUNCTION files.request(of_user text, in_role text, named text, of_url text, with_headers jsonb, days integer,
          asked_at timestamptz)
        RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = files, pg_temp AS $$
        DECLARE
          found uuid;
        BEGIN
          found := files.request(of_user, in_role, named, of_url, with_headers, days);
          -- A file of this transaction is new; another one is an earlier, unfinished request.
          UPDATE files.files SET created_at = asked_at, expires_at = asked_at + make_interval(days => days)
          WHERE file_id = found AND created_at = now() AND attempt = 0;
          RETURN found;
        END $$;
        REVOKE ALL ON FUNCTION ${REQUEST_FUNCTION} FROM PUBLIC`,
  },
];
