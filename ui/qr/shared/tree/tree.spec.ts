import { expect, it } from 'vitest';
import { Places } from './use-qr-rows.ts';

const row = (id: string, parentQrId: string | null, level: number, childCount = 0) => ({
  ...{ id, parentQrId, level, childCount },
});
const ROWS = [row('a', null, 0, 2), row('b', 'a', 1), row('c', 'a', 1, 1), row('d', 'c', 2), row('e', 'x', 0)];
const of = (places: Places, id: string) => places.of(ROWS.find((one) => one.id === id) as (typeof ROWS)[0], 2);

it('counts rows among those with the same parent; a claimed child is a top', () => {
  const places = new Places();
  places.take(ROWS, true);
  expect(['a', 'b', 'c', 'd', 'e'].map((id) => of(places, id))).toEqual([
    { position: 1, size: 2 },
    { position: 1, size: 2 },
    { position: 2, size: 2 },
    { position: 1, size: 1 },
    { position: 2, size: 2 },
  ]);
});

it('keeps the places of rows whose siblings above are no longer loaded', () => {
  const places = new Places();
  places.take(ROWS, true);
  places.take(ROWS.slice(2), false);
  expect(of(places, 'c')).toEqual({ position: 2, size: 2 });
  expect(of(places, 'e')).toEqual({ position: 2, size: 2 });
});
