import type { Views } from '@perktree/contracts/account/account-store';
import { streams } from '@perktree/contracts/catalogue/events';
import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { RecurringJob } from '@perktree/platform/jobs/jobs';
import type { CommandServiceDeps } from '../deps.ts';
import { systemCommandContext } from '../http/command-context.ts';
import { doOrLog } from '../http/do-or-log.ts';
import { decideEndView, viewsFold } from './decisions/view-as.ts';

/** Records the end of expired views. A view ends on time even if this job does not run. */
export function endViewsJob(
  deps: Pick<CommandServiceDeps, 'handler' | 'clock' | 'logger'> & {
    readonly views: Pick<Views, 'endedViews' | 'endView'>;
  },
): RecurringJob {
  const { handler, clock, logger, views } = deps;
  return {
    name: 'end-views',
    everyMs: MINUTE_MS,
    async run() {
      for (const { viewId, userId, ended } of await views.endedViews()) {
        await doOrLog(logger, { failure: 'the end of a view was not recorded yet', viewId }, async () => {
          await handler.execute({
            stream: streams.viewAs(userId),
            fold: viewsFold,
            decide: (state) => decideEndView(state, { viewId, ended }),
            context: systemCommandContext({ commandName: 'EndView', cause: viewId, clock }),
          });
          await views.endView(viewId);
        });
      }
    },
  };
}
