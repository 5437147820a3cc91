import { randomUUID } from 'node:crypto';
import { isSameToken, newRedemptionToken, scanIdOfToken } from '@perktree/command-service/scan/find-scan';
import {
  hashInvitationToken,
  newInvitationToken,
  siteOfInvitationToken,
} from '@perktree/command-service/staff/invitation-token';
import { createSessionCookie } from '@perktree/identity/session-cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The product's verification of one kind of token, with a genuine token and one of another person. */
export interface Verifier {
  readonly kind: string;
  readonly genuine: string;
  readonly other: string;
  /** Whether a token opens what the genuine one opens. */
  opens(token: string): boolean;
}

/** All kinds that are checked without a database. */
export function allVerifiers(): readonly Verifier[] {
  return [sessionVerifier(), redemptionVerifier(), invitationVerifier()];
}

function sessionVerifier(): Verifier {
  const cookie = createSessionCookie('https://perktree.example', 'a secret of 32 characters or more');
  const signed = (): string => {
    const written: string[] = [];
    const reply = { request: {}, setCookie: (_: string, value: string) => written.push(value) };
    cookie.write(reply as unknown as FastifyReply, randomUUID());
    return written.join('');
  };
  const read = (value: string) => cookie.read({ cookies: { [cookie.name]: value } } as unknown as FastifyRequest);
  // A readable token has the product's signature, so reading one means accepting it.
  return { kind: 'session cookie', genuine: signed(), other: signed(), opens: (token) => read(token) !== null };
}

function redemptionVerifier(): Verifier {
  const scanId = randomUUID();
  const genuine = newRedemptionToken(scanId);
  const opens = (token: string) => scanIdOfToken(token) === scanId && isSameToken(token, genuine);
  return { kind: 'redemption token', genuine, other: newRedemptionToken(randomUUID()), opens };
}

function invitationVerifier(): Verifier {
  const siteId = randomUUID();
  const genuine = newInvitationToken(siteId);
  const kept = hashInvitationToken(genuine);
  const opens = (token: string) => siteOfInvitationToken(token) === siteId && hashInvitationToken(token) === kept;
  return { kind: 'invitation', genuine, other: newInvitationToken(randomUUID()), opens };
}
