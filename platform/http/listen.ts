import type { FastifyInstance } from 'fastify';

/** The port is in use. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
}

/** Listens. @throws PortInUse */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new PortInUse(`PORT ${port} is in use already: stop what listens there, or set PORT to another one.`);
  }
}
