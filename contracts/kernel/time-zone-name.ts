/** The time zone of a site whose owner has not chosen one, and of views over sites of different zones. */
export const UTC = 'UTC';

/** A name, such as `Europe/Madrid`: offsets such as `+01:00` know no summer time. */
const ZONE_NAME = /^[A-Za-z][\w+/-]{1,63}$/;

/**
 * Whether a text names a time zone of the IANA database. Apart from time-zone.ts, because every screen loads the settings of
 * sites, and few screens compute days.
 */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
