import { mountHealth } from '@perktree/standalone/health';
import { uiFolder } from '@perktree/standalone/product-folder';
import { serveUi } from '@perktree/standalone/serve-ui';
import type { Service } from '../service.ts';
import { must } from '../shared-stores.ts';
import { pageApiOverHttp } from './page-api-over-http.ts';

/** The screens: files, and the public pages with what they say already in them. It holds no connection to a database. */
export const uiService: Service = {
  name: 'ui',
  port: 3004,
  required: ['GATEWAY_URL', 'PUBLIC_URL'],
  async open({ configuration, app, metrics }) {
    metrics.mount(app, null);
    await serveUi(app, {
      folder: uiFolder(),
      brand: configuration.brand,
      api: pageApiOverHttp(must(configuration.gatewayUrl)),
    });
    mountHealth(app, async () => ({ status: 'ready', ready: true }));
  },
};
