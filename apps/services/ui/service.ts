import { mountHealth } from '../../parts/health.ts';
import { pageApiOverHttp } from '../../parts/ui/page-api.ts';
import { uiFolder } from '../../parts/ui/product-folder.ts';
import { serveUi } from '../../parts/ui/serve-ui.ts';
import { required, type Service } from '../service.ts';

/** The screens and the server-rendered public pages. It has no database connection. */
export const uiService: Service = {
  name: 'ui',
  port: 3004,
  required: ['GATEWAY_URL', 'PUBLIC_URL'],
  async open({ configuration, app, metrics }) {
    metrics.mount(app, null);
    await serveUi(app, {
      folder: uiFolder(),
      brand: configuration.brand,
      legalLinks: configuration.legalLinks,
      publicUrl: required(configuration.publicUrl),
      api: pageApiOverHttp(required(configuration.gatewayUrl)),
    });
    mountHealth(app, async () => ({ status: 'ready', ready: true }));
  },
};
