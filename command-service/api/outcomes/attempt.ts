import type { FastifyRequest } from 'fastify';

/** Whose attempt a request is, and at which QR, as far as its handler knows. Ids only. */
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
