/** Where a database listens on TCP. The embedded one does on loopback, in addition to the socket of its connection string. */
export function tcpAddressOf(connectionString: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(connectionString);
  return { host: hostname.startsWith('%2F') ? '127.0.0.1' : hostname, port: Number(port) };
}

/** The connection string of a database through a port of this machine. */
export const throughPort = (connectionString: string, port: number): string =>
  Object.assign(new URL(connectionString), { hostname: '127.0.0.1', port: `${port}` }).href;
