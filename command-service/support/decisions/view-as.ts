import type { EventData, ViewAsEvent } from '@perktree/contracts/catalogue/events';
import type { Fold } from '../../engine/fold.ts';

type View = EventData<'ViewAsStarted'>;

/** Open "view as" sessions in which superadmins view one user, by view id. */
type RunningViews = ReadonlyMap<string, View>;

export const viewsFold: Fold<RunningViews, ViewAsEvent> = {
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

/** Appends nothing if the view is not open. */
export function decideEndView(
  views: RunningViews,
  { viewId, ended }: Pick<EventData<'ViewAsEnded'>, 'viewId' | 'ended'>,
): readonly ViewAsEvent[] {
  const view = views.get(viewId);
  if (view === undefined) return [];
  const { userId, viewerId } = view;
  return [{ type: 'ViewAsEnded', data: { viewId, userId, viewerId, ended } }];
}

/** The viewer stops the view, possibly after its end. */
export function decideStopView(
  views: RunningViews,
  { viewId, now }: { readonly viewId: string; readonly now: string },
): readonly ViewAsEvent[] {
  const isOver = Date.parse(views.get(viewId)?.until ?? now) <= Date.parse(now);
  return decideEndView(views, { viewId, ended: isOver ? 'expired' : 'stopped' });
}
