/** Where a database listens on TCP. The embedded one does on loopback, too, beside the socket that its connection string names. */
export function tcpAddressOf(connectionString: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(connectionString);
  return { host: hostname.startsWith('%2F') ? '127.0.0.1' : hostname, port: Number(port) };
}

/** The connection string of a database by way of a port of this machine. */
export const throughPort = (connectionString: string, port: number): string =>
  Object.assign(new URL(connectionString), { hostname: '127.0.0.1', port: `${port}` }).href;
