import { userInfo } from 'node:os';
import type { Requester } from '@perktree/contracts/account/data-request-calls';
import type { DataRequest } from '@perktree/identity/data-requests';
import type { CliSession } from '../session.ts';

export interface RequestOptions {
  readonly askedBy?: Requester;
  /** Who works for the operator. Default: the user of the operating system. */
  readonly by?: string;
}

/** The record of a request that is carried out now. */
export function requestOf(
  { now }: Pick<CliSession, 'now'>,
  { askedBy = 'person', by = nameOfUser() }: RequestOptions,
  of: { readonly kind: DataRequest['kind']; readonly userId: string; readonly fields?: readonly string[] },
): DataRequest {
  return { at: new Date(now()), accountId: of.userId, kind: of.kind, askedBy, doneBy: by, fields: of.fields ?? [] };
}

/** A container may run as a user that has no name. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
