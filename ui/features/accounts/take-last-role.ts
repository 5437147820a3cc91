import { calls } from '@perktree/contracts/http/calls';
import { callApi } from '../../lib/api.ts';
import { lastRole } from '../../lib/storage.ts';

/** After a login without a chosen role: the role that was used last on this device, if the account holds it. */
export async function takeLastRole(): Promise<void> {
  const last = lastRole();
  if (last === null) return;
  try {
    const { role, allRoles } = await callApi(calls.userRole, {});
    const wanted = allRoles.find((held) => held === last);
    if (wanted !== undefined && wanted !== role) await callApi(calls.switchRole, { body: { role: wanted } });
  } catch {
    // Keep the role that the login began in.
  }
}
