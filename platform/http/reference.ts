import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from './openapi-types.ts';
import { REFERENCE_CSS, referencePage } from './reference-page.ts';

/** Nothing but the page's own stylesheet: no script, no frame, nothing from elsewhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(REFERENCE_CSS).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The document changes with a new version of the product alone. */
const CACHE_CONTROL = 'public, max-age=300';

/** Serves `/api/openapi.json`, and the same as a page for people at `/api/docs`. */
export function mountReference(app: FastifyInstance, document: OpenApiDocument): void {
  const page = referencePage(document);
  const json = JSON.stringify(document);

  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('Cache-Control', CACHE_CONTROL).type('application/json; charset=utf-8').send(json),
  );

  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('Cache-Control', CACHE_CONTROL)
      .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
