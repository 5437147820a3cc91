/** Codes of errors with files that a person mends outside the program. */
const FOLDER_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  ENOTDIR: 'a part of its path is a file',
};

interface SystemError {
  readonly code?: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** A sentence that names the setting to correct, for what the system refuses at a start; null for other errors. */
export function startFailure(error: unknown): string | null {
  const { code = '', syscall, path, address, port, hostname } = (error ?? {}) as SystemError;
  if (syscall === 'listen') return listenFailure(code, `${address}`, `${port}`);
  // Names in other settings are looked up by parts that name them or retry.
  if (syscall === 'getaddrinfo') return `HOST ${hostname} is not known: set HOST to an address of this machine.`;
  const why = FOLDER_REASONS[code];
  if (why === undefined) return null;
  return `${path ?? 'A file of the data folder'} cannot be written: ${why}. Mend that, or set DATA_DIR to another folder.`;
}

function listenFailure(code: string, address: string, port: string): string | null {
  if (code === 'EADDRINUSE')
    return `PORT ${port} is in use already: stop what listens there, or set PORT to another one.`;
  if (code === 'EACCES') return `PORT ${port} is not open to this user: set PORT to 1024 or above.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${address} is no address of this machine: set HOST to one of its own.`;
  return null;
}
