import type { FastifyRequest } from 'fastify';

/** The person and the QR of an attempted command, as far as its handler knows them. Ids only. */
interface AttemptSubject {
  readonly siteId?: string;
  readonly qrId?: string;
  /** The customer or distributor; default: the caller. */
  readonly personId?: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    attempt?: AttemptSubject;
  }
}

/** Notes the subject of a request for the log of refused attempts. */
export function noteAttempt(request: FastifyRequest, subject: AttemptSubject): void {
  request.attempt = { ...request.attempt, ...subject };
}
