import { mountHealth } from '@perktree/standalone/health';
import type { Service } from '../service.ts';
import { forwardEverything } from './forward.ts';

/** The one origin that browsers see: it sends each request to the service that answers it. */
export const gateway: Service = {
  name: 'gateway',
  port: 3000,
  passesOn: true,
  required: ['COMMAND_SERVICE_URL', 'QUERY_SERVICE_URL', 'UI_URL', 'PUBLIC_URL'],
  async open({ configuration, app, metrics, logger }) {
    metrics.mount(app, null);
    mountHealth(app, async () => ({ status: 'ready', ready: true }));
    await forwardEverything(app, configuration.upstreams, logger);
  },
};
