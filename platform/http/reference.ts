import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from './openapi-types.ts';
import { REFERENCE_CSS, referencePage } from './reference-page.ts';

/** Only the page's own stylesheet: no scripts, frames or external resources. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(REFERENCE_CSS).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The document changes with a new version of the product alone. */
const CACHE_CONTROL = 'public, max-age=300';

/**
 * Serves `/api/openapi.json`, and the same as a page for people at `/api/docs`.
 * @param write creates the document. Called lazily and once, because most processes never serve it
 */
export function mountReference(app: FastifyInstance, write: () => OpenApiDocument): void {
  const document = once(write);
  const page = once(() => referencePage(document()));
  const json = once(() => JSON.stringify(document()));

  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('Cache-Control', CACHE_CONTROL).type('application/json; charset=utf-8').send(json()),
  );

  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('Cache-Control', CACHE_CONTROL)
      .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      .type('text/html; charset=utf-8')
      .send(page()),
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
