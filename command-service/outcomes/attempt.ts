import type { FastifyRequest } from 'fastify';

/** Whose attempt a request is, and at what, as far as its handler has found out. Ids alone. */
export interface AttemptSubject {
  readonly siteId?: string;
  readonly qrId?: string;
  /** The customer or distributor who wants something. Left out: the caller. */
  readonly personId?: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    attempt?: AttemptSubject;
  }
}

/** Remembers what a request is about, for the case that it is refused. */
export function noteAttempt(request: FastifyRequest, subject: AttemptSubject): void {
  request.attempt = { ...request.attempt, ...subject };
}
