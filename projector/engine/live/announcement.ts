import {
  IS_INLINE_SQL,
  PROJECTED_CHANNEL,
  PROJECTED_INLINE_CHANNEL,
  PROJECTIONS_TABLE,
} from '@perktree/contracts/catalogue/read-models';

/** The live read models whose position a transaction announces. */
export type Announced = 'inline' | 'all' | 'both';

/** SQL of a notification, selected from `LIVE_ONES`. */
export const INLINE_POSITION = `pg_notify('${PROJECTED_INLINE_CHANNEL}', min(position) FILTER (WHERE ${IS_INLINE_SQL})::text)`;
export const POSITION_OF_ALL = `pg_notify('${PROJECTED_CHANNEL}', min(position)::text)`;
export const LIVE_ONES = `FROM ${PROJECTIONS_TABLE} WHERE status = 'live' HAVING count(*) > 0`;
