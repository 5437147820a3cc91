import type { ViewAsEvent } from '@perktree/contracts/catalogue/events';
import { describe, expect, it } from 'vitest';
import { decideEndView, decideStartView, decideStopView, viewsFold } from './view-as.ts';

const view = (viewId: string) => ({
  ...{ viewId, userId: 'ana', viewerId: 'sue', role: 'customer' as const },
  until: '2026-03-20T12:30:00.000Z',
});
const after = (...events: readonly ViewAsEvent[]) =>
  events.reduce((state, event) => viewsFold.evolve(state, event, ''), viewsFold.initialState);
const ended = (viewId: string, how: string) => [
  { type: 'ViewAsEnded', data: { viewId, userId: 'ana', viewerId: 'sue', ended: how } },
];

describe('a view', () => {
  const one = decideStartView(view('one'));
  const two = decideStartView(view('two'));

  it('is stopped, or has expired before', () => {
    const stop = (now: string) => decideStopView(after(...one), { viewId: 'one', now });
    expect(stop('2026-03-20T12:29:59.999Z')).toEqual(ended('one', 'stopped'));
    expect(stop('2026-03-20T12:30:00.000Z')).toEqual(ended('one', 'expired'));
  });

  it('ends once, and only itself', () => {
    const both = after(...one, ...two);
    const end = decideEndView(both, { viewId: 'one', ended: 'signed_out' });
    expect(end).toEqual(ended('one', 'signed_out'));
    const left = after(...one, ...two, ...end);
    expect(decideEndView(left, { viewId: 'one', ended: 'expired' })).toEqual([]);
    expect(decideStopView(left, { viewId: 'one', now: '2026-03-20T12:00:00.000Z' })).toEqual([]);
    expect(decideEndView(left, { viewId: 'two', ended: 'expired' })).toEqual(ended('two', 'expired'));
  });
});
