import { describe, expect, it } from 'vitest';
import { isoTime } from './call.ts';

describe('a time that a client sends', () => {
  it.each(['2026-05-10T10:00:00Z', '2026-05-10T10:00:00.123Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'may be %s',
    (time) => expect(isoTime.safeParse(time).success).toBe(true),
  );

  it.each(['0000-01-01T00:00:00Z', '0000-12-31T23:59:59.999Z', '2026-02-30T00:00:00Z', '2026-05-10T10:00:00+02:00'])(
    'is refused where no database can hold it, or it is not in UTC: %s',
    (time) => expect(isoTime.safeParse(time).success).toBe(false),
  );
});
