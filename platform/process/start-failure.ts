import { isDiskFull } from '../postgres/disk-full.ts';
import { fileFailure } from './file-failure.ts';

const FULL_DATABASE = 'The disk of the database is full: free space there, then start again.';
const OTHER_FOLDER = 'set DATA_DIR to another folder';

interface SystemError {
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** A sentence that names the setting to correct, for what the system refuses at a start; null for other errors. */
export function startFailure(error: unknown): string | null {
  const { code = '', syscall, address, port, hostname } = (error ?? {}) as SystemError;
  if (syscall === 'listen') return listenFailure(code, `${address}`, `${port}`);
  // Names in other settings are looked up by parts that name them or retry.
  if (syscall === 'getaddrinfo') return `HOST ${hostname} is not known: set HOST to an address of this machine.`;
  return fileFailure(error, OTHER_FOLDER) ?? (isDiskFull(error) ? FULL_DATABASE : null);
}

function listenFailure(code: string, address: string, port: string): string | null {
  if (code === 'EADDRINUSE')
    return `PORT ${port} is in use already, perhaps by a PerkTree that is still running: stop what listens there, or set PORT to another one.`;
  if (code === 'EACCES') return `PORT ${port} is not open to this user: set PORT to 1024 or above.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is no address of this machine: set HOST to one of its own.`;
  return null;
}
