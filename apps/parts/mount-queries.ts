import { callOutcomes } from '@perktree/contracts/catalogue/call-outcomes';
import { callRefusals } from '@perktree/contracts/catalogue/call-refusals';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import { namedSchemas } from '@perktree/contracts/catalogue/named-schemas';
import { otherCalls } from '@perktree/contracts/catalogue/other-calls';
import { createPictures } from '@perktree/identity/pictures/picture-store';
import { mountFileReads } from '@perktree/platform/files/routes';
import { recordLooks } from '@perktree/platform/http/looks';
import { openApiDocument } from '@perktree/platform/http/openapi';
import { mountReference } from '@perktree/platform/http/reference';
import type { QueryServiceDeps } from '@perktree/query-service/engine/deps';
import { mountQueryService } from '@perktree/query-service/mount';
import type { DrawSheet } from '@perktree/query-service/qr/print-sheets/draw-sheet';
import type { FastifyInstance } from 'fastify';
import { sheetInChild } from './child-work.ts';
import type { SharedByServices } from './mount-commands.ts';
import { mountReports, type ReportsOnly } from './mount-reports.ts';

/** All calls that only read: data of the screens, export of personal data, audit, API reference. */
export function mountQueries(
  app: FastifyInstance,
  options: SharedByServices &
    ReportsOnly &
    Partial<Pick<QueryServiceDeps, 'head' | 'productName'>> & { readonly drawSheet?: DrawSheet },
): void {
  const { identity, head, drawSheet = sheetInChild, ...shared } = options;
  const { pool } = shared;
  const { authenticate, accounts } = identity;
  const { files } = shared;
  identity.guardSensitiveCalls(app);
  if (!app.hasDecorator('noteRead')) recordLooks(app, identity.recordLook);
  if (files !== undefined) mountFileReads(app, { authenticate, pool: files });
  const deps = { ...shared, drawSheet, authenticate, accounts, pictures: createPictures(pool) };
  mountQueryService(app, { ...deps, head: head ?? (() => shared.store.head()) }, (scope) =>
    mountReports(scope, { identity, ...shared }),
  );
  const catalogue = {
    calls: allCalls,
    others: otherCalls,
    namedSchemas,
    refusals: callRefusals,
    outcomes: callOutcomes,
  };
  const about = { title: 'PerkTree: the calls', version: '1', sessionCookie: identity.sessionCookieName };
  mountReference(app, () => openApiDocument(catalogue, about));
}
