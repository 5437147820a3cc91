import type { Session } from '@perktree/platform/http/session';
import type { Sandbox } from './sandbox.ts';

/** Makes calls as a user, over HTTP or in the sandbox that creates the history. */
export interface Caller {
  /** Staff are invited by it. */
  readonly email: string;
  call<Answer>(method: 'POST' | 'PUT', url: string, body?: object): Promise<Answer>;
}

export const inSandbox = (sandbox: Sandbox, session: Session, email = ''): Caller => ({
  email,
  call: (method, url, body) => sandbox.call(session, method, url, body),
});

/** @returns the id of the root */
export async function openRoot(owner: Caller, siteId: string, qr: object): Promise<string> {
  return (await owner.call<{ id: string }>('POST', `/api/sites/${siteId}/qrs`, qr)).id;
}

/** @param splits name and commission percent of each child @returns the ids of the children */
export async function splitQr(
  owner: Caller,
  siteId: string,
  parent: string,
  splits: readonly (readonly [name: string, commissionPercent: string])[],
): Promise<string[]> {
  const { qrs } = await owner.call<{ qrs: { id: string }[] }>('POST', `/api/sites/${siteId}/qrs/${parent}/split`, {
    splits: splits.map(([name, commissionPercent]) => ({ name, commissionPercent })),
  });
  return qrs.map(({ id }) => id);
}

/** The owner invites staff, who accept. */
export async function joinStaff(owner: Caller, siteId: string, staff: Caller): Promise<void> {
  const url = `/api/sites/${siteId}/staff-invitations`;
  const { invitationUrl } = await owner.call<{ invitationUrl: string }>('POST', url, { email: staff.email });
  await staff.call('POST', `/api/staff-invitations/${invitationUrl.split('/').at(-1)}/accept`);
}

export const asStaff = (session: Session): Session => ({
  ...session,
  role: 'staff',
  allRoles: ['staff', ...session.allRoles],
});
