import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Primary and page colour of the light palette. */
const THEME_COLOUR = '#1d6b57';
const BACKGROUND_COLOUR = '#f5f7f4';

/** Web app manifest with the name of this installation. */
function appManifest(brand: { readonly desktop: string; readonly mobile: string }): string {
  return JSON.stringify({
    id: '/',
    name: brand.desktop,
    short_name: brand.mobile,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: THEME_COLOUR,
    background_color: BACKGROUND_COLOUR,
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
}

/**
 * Serves the parts of an installable web app: manifest, icons and service worker. The worker is at the root, because its
 * scope is the paths below its own, and it is never cached.
 */
export async function serveInstalled(
  app: FastifyInstance,
  options: { readonly folder: string; readonly brand: { readonly desktop: string; readonly mobile: string } },
): Promise<void> {
  const manifest = appManifest(options.brand);
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .header('Content-Type', 'application/manifest+json; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(manifest),
  );

  const workerFile = join(options.folder, 'sw.js');
  if (existsSync(workerFile)) {
    const worker = readFileSync(workerFile, 'utf8');
    app.get('/sw.js', async (_request, reply) =>
      reply
        .header('Content-Type', 'text/javascript; charset=utf-8')
        .header('Cache-Control', 'no-cache')
        .header('Content-Security-Policy', "default-src 'none'; connect-src 'self'")
        .send(worker),
    );
  }

  await app.register(fastifyStatic, {
    root: join(options.folder, 'icons'),
    prefix: '/icons/',
    decorateReply: false,
    maxAge: '1d',
    index: false,
  });
}
