import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { warnOnce } from '../outages/failure-log.ts';

/** Open files that a process keeps for itself: connections to its stores and queue (about 40), files and pipes. */
const RESERVED = 128;
/** Below this limit on open files the start logs a warning: each open page holds a connection. */
const LOW = 1_024;

/**
 * Bounds the connections of a server by the limit on open files, so that visitors cannot take the handles that the stores need.
 * At the bound new connections are closed, and so are those that wait for a next request.
 */
export function limitConnections(app: FastifyInstance, openFiles = limitOnOpenFiles()): void {
  if (openFiles === null) return;
  const { server, log } = app;
  const most = openFiles - Math.min(RESERVED, Math.floor(openFiles / 2));
  server.maxConnections = most;
  server.on('drop', () => {
    warnOnce(log, 'connections reached their bound: idle and new ones are closed', { most, openFiles });
    server.closeIdleConnections();
  });
  app.addHook('onListen', async () => {
    if (openFiles >= LOW) return;
    const message = 'few files may be open, so few connections: raise the limit (ulimit -n, LimitNOFILE)';
    log.warn({ most, openFiles }, message);
  });
}

/** Null where the system does not say. */
function limitOnOpenFiles(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
