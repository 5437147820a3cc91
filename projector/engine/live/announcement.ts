import {
  IS_INLINE_SQL,
  PROJECTED_CHANNEL,
  PROJECTED_INLINE_CHANNEL,
  PROJECTIONS_TABLE,
} from '@perktree/contracts/read-models';

/** The live read models whose position a transaction announces. */
export type Announced = 'inline' | 'all' | 'both';

const INLINE = `pg_notify('${PROJECTED_INLINE_CHANNEL}', min(position) FILTER (WHERE ${IS_INLINE_SQL})::text)`;
const ALL = `pg_notify('${PROJECTED_CHANNEL}', min(position)::text)`;
const SELECTED: Readonly<Record<Announced, string>> = { inline: INLINE, all: ALL, both: `${INLINE}, ${ALL}` };

/** Notifies waiting readers of the read models' position at commit. */
export const announceSql = (what: Announced): string =>
  `SELECT ${SELECTED[what]} FROM ${PROJECTIONS_TABLE} WHERE status = 'live' HAVING count(*) > 0`;
