import { fork } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { callOutcomes, callRefusals } from '@perktree/contracts/catalogue/call-refusals';
import { calls } from '@perktree/contracts/catalogue/calls';
import { namedSchemas } from '@perktree/contracts/catalogue/named-schemas';
import { otherCalls } from '@perktree/contracts/catalogue/other-calls';
import { createPictures } from '@perktree/identity/pictures/picture-store';
import { mountFileReads } from '@perktree/platform/files/routes';
import { openApiDocument } from '@perktree/platform/http/openapi';
import { mountReference } from '@perktree/platform/http/reference';
import { systemTimers } from '@perktree/platform/time/timers';
import type { QueryServiceDeps } from '@perktree/query-service/engine/deps';
import { mountQueryService } from '@perktree/query-service/mount';
import type { DrawSheet } from '@perktree/query-service/qr/print-sheets/draw-sheet';
import type { FastifyInstance } from 'fastify';
import { lowerPriority } from './fork-file-process.ts';
import type { SharedByServices } from './mount-commands.ts';
import { mountReports, type ReportsOnly } from './mount-reports.ts';
import { pipeUnlessStalled } from './pipe-unless-stalled.ts';
import { productFolder } from './ui/product-folder.ts';

/** The process of a sheet is killed after this time. 5,000 codes of dots take 100 s of processor time. */
const TIMEOUT_MS = 600_000;
const HEAP_MB = 256;

/** Draws each print sheet in a separate process without environment, because 504 codes of dots take 10 s of processor time. */
const forkSheetProcess: DrawSheet = (task) => {
  const child = fork(join(productFolder(), 'dist/server/sheet-process.js'), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  lowerPriority(child);
  const kill = () => child.kill('SIGKILL');
  const endTimer = systemTimers.after(TIMEOUT_MS, kill);
  const sheet = new PassThrough();
  if (child.stdout) pipeUnlessStalled(child.stdout, sheet, systemTimers);
  child.once('error', (error) => sheet.destroy(error));
  child.once('close', (code, by) => {
    endTimer();
    if (code === 0) sheet.end();
    else sheet.destroy(new Error(`the process of a print sheet ended with ${by ?? code}`));
  });
  // The client may have gone.
  sheet.once('close', kill);
  child.send(task);
  return sheet;
};

/** All calls that only read: data of the screens, export of personal data, audit, API reference. */
export function mountQueries(
  app: FastifyInstance,
  {
    identity,
    head,
    drawSheet = forkSheetProcess,
    ...shared
  }: SharedByServices &
    ReportsOnly &
    Partial<Pick<QueryServiceDeps, 'head' | 'productName'>> & { readonly drawSheet?: DrawSheet },
): void {
  const { pool } = shared;
  const { authenticate, accounts } = identity;
  const { files } = shared;
  identity.guardSensitiveCalls(app);
  if (!app.hasDecorator('recordLook')) app.decorate('recordLook', identity.recordLook);
  if (files !== undefined) mountFileReads(app, { authenticate, pool: files });
  const deps = { ...shared, drawSheet, authenticate, accounts, pictures: createPictures(pool) };
  mountQueryService(app, { ...deps, head: head ?? (() => shared.store.head()) }, (scope) =>
    mountReports(scope, { identity, ...shared }),
  );
  const catalogue = { calls, others: otherCalls, namedSchemas, refusals: callRefusals, outcomes: callOutcomes };
  const about = { title: 'PerkTree: the calls', version: '1', sessionCookie: identity.sessionCookieName };
  mountReference(app, () => openApiDocument(catalogue, about));
}
