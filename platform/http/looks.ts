import { isRead } from '@perktree/contracts/catalogue/reads';
import type { Access, Call } from '@perktree/contracts/kernel/call';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyInstance } from 'fastify';
import type { Session } from './session.ts';

/** A read of a business's records by a person who does not own it. */
interface Look {
  readonly viewerId: string;
  readonly role: 'auditor' | 'superadmin';
  /** Method and path. */
  readonly call: string;
  /** The site of the path; null: none. */
  readonly siteId: string | null;
  /** Ids that the call names. */
  readonly subject: string | null;
  /** Looks at a site of this tenant are those of its owner, and are not recorded. */
  readonly ownTenantId: string | null;
  /** What a call without a site concerns; null: all businesses. */
  readonly tenantIds: readonly string[] | null;
}
export type RecordLook = (look: Look) => Promise<void>;

/**
 * Records the looks of the calls that are mounted on the app.
 * @throws Refused UNAVAILABLE for an auditor whose look cannot be recorded. Superadmins get their answer, and the log a warning
 */
export function recordLooks(app: FastifyInstance, recordLook: RecordLook): void {
  app.decorate('noteRead', async (definition, { params, session, request }) => {
    if (session === null || !showsRecords(definition)) return;
    const look = lookOf(definition, (params ?? {}) as Readonly<Record<string, string>>, session);
    if (look === null) return;
    try {
      await recordLook(look);
    } catch (err) {
      request.log.warn({ err }, 'a look at records could not be recorded');
      if (look.role === 'auditor') throw new Refused('UNAVAILABLE');
    }
  });
}

/** What owners and superadmins may read, of one business or of all, and what support reads of businesses. */
function showsRecords({ method, path, access, tag }: Pick<Call, 'method' | 'path' | 'access' | 'tag'>): boolean {
  const roles = rolesOf(access);
  const isOfBusinesses = roles.includes('site_owner') || tag === 'Support';
  return tag !== 'Auditors' && roles.includes('superadmin') && isOfBusinesses && isRead(method, path);
}

const rolesOf = (access: Access): readonly Role[] => (typeof access === 'string' || 'key' in access ? [] : access);

function lookOf(
  { method, path, access }: Pick<Call, 'method' | 'path' | 'access'>,
  { siteId = null, tenantId = null, ...ids }: Readonly<Record<string, string | null>>,
  session: Session,
): Look | null {
  // While viewing as another user, the look is that of the superadmin, and its records are those of the viewed user.
  const { view } = session;
  const isSuperadmin = view !== undefined || session.allRoles.includes('superadmin');
  const readsOthers = isSuperadmin || session.audits !== undefined;
  // Lists of one's own, such as the ledger, are by the active role.
  const isByRole = siteId === null && rolesOf(access).includes('distributor') && Object.keys(ids).length === 0;
  const actsForOthers = session.role === 'auditor' || session.role === 'superadmin' || view !== undefined;
  if (!readsOthers || (isByRole && !actsForOthers)) return null;
  const named = Object.values(ids).filter((id) => id !== null);
  const readTenants = isSuperadmin ? null : (session.audits?.tenantIds ?? null);
  const tenantIds = tenantId !== null ? [tenantId] : view !== undefined ? tenantsOf(session) : readTenants;
  return {
    viewerId: view?.own.userId ?? session.userId,
    role: isSuperadmin ? 'superadmin' : 'auditor',
    call: `${method} ${path}`,
    siteId,
    subject: named.length === 0 ? null : named.join(' '),
    ownTenantId: view === undefined ? session.tenantId : null,
    tenantIds,
  };
}

const tenantsOf = ({ tenantId }: Session) => (tenantId === null ? null : [tenantId]);
