import { expect, it } from 'vitest';
import { built, named, sql } from './sql.ts';

it('numbers the values of a statement in the order of its text', () => {
  const query = sql
    .from(named('sites s JOIN qrs q ON q.site_id = :site::uuid', { site: 'a' }))
    .where(named(':tenants::text[] IS NULL OR s.tenant_id = ANY(:tenants::uuid[])', { tenants: ['b', 'c'] }))
    .whereRaw('(q.name, q.id) > (?::text, ?)', ['d', 'e'])
    .limit(5);
  expect(built(query)).toEqual([
    'select * from sites s JOIN qrs q ON q.site_id = $1::uuid where $2::text[] IS NULL OR s.tenant_id = ANY($3::uuid[]) ' +
      'and (q.name, q.id) > ($4::text, $5) limit $6',
    ['a', ['b', 'c'], ['b', 'c'], 'd', 'e', 5],
  ]);
});

it('takes null as a value, and leaves casts, slices and formats as they are', () => {
  const text = `SELECT :id::text, ids[2:], to_char(at, 'HH24:MI:SS')`;
  expect(built(named(text, { id: null }))).toEqual([text.replace(':id', '$1'), [null]]);
});

it('refuses a value that is undefined', () => {
  expect(() => built(named('SELECT :id', { id: undefined }))).toThrow('Undefined binding');
});
