import { isIPv6 } from 'node:net';
import { createApp } from '@perktree/platform/http/app';
import { type CallerOf, limitCalls } from '@perktree/platform/http/call-limit';
import { installCompression } from '@perktree/platform/http/compression';
import { NO_PAGE, SECURITY_HEADERS } from '@perktree/platform/http/security-headers';
import { freePort } from '@perktree/platform/process/free-port';
import type { ShutdownStack } from '@perktree/platform/process/run-program';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Configuration } from './configuration/configuration.ts';
import { createMetrics } from './metrics.ts';

/** Without `includeSubDomains`, because other hosts of the domain are not the product's (decision 36). */
const ONE_YEAR = 'max-age=31536000';

/** Adds the security headers to every answer. */
export function installSecurityHeaders(app: FastifyInstance, options: { readonly https: boolean }): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers(SECURITY_HEADERS);
    const type = String(reply.getHeader('content-type') ?? 'application/json');
    if (type.startsWith('application/json')) reply.header('Content-Security-Policy', NO_PAGE);
    if (options.https) reply.header('Strict-Transport-Security', ONE_YEAR);
    done(null, payload);
  });
}

/** Shared by the parts of a process. Each part adds its routes to the app, and closers for its resources to the stack. */
export type ProcessContext = Awaited<ReturnType<typeof openProcess>>;

/** Opens the HTTP side of a process; it does not listen yet. */
export async function openProcess(configuration: Configuration, logger: FastifyBaseLogger, parts: ShutdownStack) {
  const { host, publicUrl } = configuration;
  const port = configuration.port === 0 ? await freePort(host) : configuration.port;
  const app = createApp({ logger, publicOrigin: publicUrl, trustProxy: configuration.trustProxy });
  await installCompression(app);
  installSecurityHeaders(app, { https: publicUrl?.startsWith('https:') ?? false });
  const metrics = createMetrics(logger);
  return {
    configuration,
    app,
    metrics,
    logger,
    parts,
    /** The address that the process listens on, without a slash at the end. */
    url: listenUrl(host, port),
    /** Bounds how many requests of one caller for one call are handled at once. */
    limitCallers(callerOf: CallerOf): void {
      metrics.watchCallLimit(limitCalls(app, callerOf, { onRefused: metrics.onTooMuchAtOnce }));
    },
    /**
     * Starts to listen. At shutdown the app closes before everything opened earlier.
     * @param drain runs before the app closes
     */
    async listen(drain?: () => Promise<void>): Promise<void> {
      parts.add(() => app.close());
      await app.listen({ host, port });
      if (drain) parts.add(drain);
    },
  };
}

/** The address of a server that listens on this host and port, without a slash at the end. */
export function listenUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
