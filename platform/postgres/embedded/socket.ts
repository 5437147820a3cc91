import path from 'node:path';

/** Bytes that a socket's path may have: 107 on Linux, 103 on macOS. */
const LONGEST_PATH = 103;

/**
 * Setting `unix_socket_directories` for a socket in a folder. A round trip over it takes two thirds of the time and of the
 * processor time of one over loopback TCP. Empty, for no socket, where its path would be too long.
 */
export function socketDirectories(folder: string): string {
  const longest = path.join(folder, '.s.PGSQL.65535');
  return Buffer.byteLength(longest) > LONGEST_PATH ? '' : `"${folder.replaceAll('"', '""')}"`;
}

/** Host in a connection string: the folder of the socket; without a socket, 127.0.0.1. */
export const socketHostOf = (socketFolder: string | null): string =>
  socketFolder === null ? '127.0.0.1' : encodeURIComponent(socketFolder);
