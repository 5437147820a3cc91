import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { warnOnce } from '../outages/failure-log.ts';

/** Open files that a process keeps for itself: connections to its stores and queue (about 40), files and pipes. */
const RESERVED = 128;
/** Connections beyond the bound, for a moment, while idle ones are being closed. */
const SLACK = 16;
/** Below this bound the start logs a warning: each open page holds a connection. */
const LOW = 1_024;

/**
 * Bounds the connections of a server by the limit on open files, so that visitors cannot take the handles that the stores need.
 * At the bound, each new connection closes the one that has been idle for the longest; where none is idle, new ones are
 * refused.
 */
export function limitConnections(app: FastifyInstance, openFiles = limitOnOpenFiles()): void {
  if (openFiles === null) return;
  const most = openFiles - Math.min(RESERVED, Math.floor(openFiles / 2)) - SLACK;
  const { server, log } = app;
  server.maxConnections = most + SLACK;
  const reached = (what: string) => warnOnce(log, `connections reached their bound: ${what}`, { most, openFiles });
  /** Without a request under way; longest idle first. */
  const idle = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
    const [longest] = open > most ? idle : [];
    idle.add(socket);
    if (!longest) return;
    reached('idle ones are closed');
    longest.destroy();
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    response.on('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
  server.on('drop', () => reached('new ones are refused'));
  app.addHook('onListen', async () => {
    if (openFiles >= LOW) return;
    log.warn(
      { most, openFiles },
      'few files may be open, so few connections: raise the limit (ulimit -n, LimitNOFILE)',
    );
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
