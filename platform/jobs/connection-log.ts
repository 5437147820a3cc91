import type { FastifyBaseLogger } from 'fastify';

/** Logs an outage once, and its end once, although every attempt to connect fails. */
export class ConnectionLog {
  private isLost = false;

  constructor(private readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>) {}

  lost(err: Error): void {
    if (!this.isLost) this.logger.warn({ err }, 'the job queue cannot be reached; retrying');
    this.isLost = true;
  }

  reached(): void {
    if (this.isLost) this.logger.info('the job queue can be reached again');
    this.isLost = false;
  }
}
