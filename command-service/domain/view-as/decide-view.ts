import type { EventData, ViewAsEvent } from '@perktree/contracts/events/catalogue';
import type { Decider } from '../../decider.ts';

type View = EventData<'ViewAsStarted'>;

/** The views of one person that have not ended, by their ids. */
export type RunningViews = ReadonlyMap<string, View>;

export const viewsDecider: Decider<RunningViews, ViewAsEvent> = {
  initialState: new Map(),
  evolve(state, { type, data }) {
    const views = new Map(state);
    if (type === 'ViewAsStarted') views.set(data.viewId, data);
    else views.delete(data.viewId);
    return views;
  },
};

export function decideStartView(view: View): readonly ViewAsEvent[] {
  return [{ type: 'ViewAsStarted', data: view }];
}

/** What has ended already, or never began, ends no more. */
export function decideEndView(
  views: RunningViews,
  { viewId, ended }: Pick<EventData<'ViewAsEnded'>, 'viewId' | 'ended'>,
): readonly ViewAsEvent[] {
  const view = views.get(viewId);
  if (view === undefined) return [];
  const { userId, viewerId } = view;
  return [{ type: 'ViewAsEnded', data: { viewId, userId, viewerId, ended } }];
}

/** By its viewer, who may be late. */
export function decideStopView(
  views: RunningViews,
  { viewId, now }: { readonly viewId: string; readonly now: string },
): readonly ViewAsEvent[] {
  const isOver = Date.parse(views.get(viewId)?.until ?? now) <= Date.parse(now);
  return decideEndView(views, { viewId, ended: isOver ? 'expired' : 'stopped' });
}
