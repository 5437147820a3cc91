import { MINUTE_MS } from '@perktree/contracts/kernel/durations';
import type { Person } from '../people.ts';
import { countedIn, isExpired, type Qr, type World } from '../reference.ts';
import { type Broken, broken, ownersOnly, roomForDistributors, roomForQrs } from '../rules.ts';
import { type Command, Differs, type Scene } from './command.ts';

export const claim: Command = ({ world, dice }) => {
  const qr = dice.pick(world.qrs);
  const distributors = world.people.filter(({ roles }) => roles.has('distributor'));
  if (!qr) return null;
  const by = dice.by(dice.pick(distributors), world.callers);
  return {
    by,
    url: '/api/claim-qr',
    body: { token: qr.distributorToken },
    broken: brokenByClaiming(world, qr, by),
    done() {
      qr.owner = by;
      qr.site.everClaimed.add(by);
    },
  };
};

function brokenByClaiming(world: World, qr: Qr, by: Person): Broken {
  const { site } = qr;
  const isOfTheHouse = site.tenant.owner === by || site.staff.has(by);
  if (!by.roles.has('distributor') || isOfTheHouse || site.blocked.has(by)) return ['CLAIM_NOT_ALLOWED'];
  if (qr.owner === by) return [];
  if (qr.owner !== null) return ['ALREADY_CLAIMED'];
  return broken({
    QR_NOT_APPROVED: qr.approval !== null,
    QR_INACTIVE: !qr.isActive,
    QR_EXPIRED: isExpired(world, qr),
    QR_FULL: qr.max !== null && countedIn(world, qr, qr.period) >= qr.max,
  });
}

const isWaiting = (qr: Qr) => qr.approval === 'waiting';

/** A command of a site's owner on one QR, without a body. */
function ownersCommand(
  action: string,
  rules: (world: World, qr: Qr) => Broken,
  done: (world: World, qr: Qr) => void,
  isPreferred: (qr: Qr) => boolean = () => false,
): Command {
  return ({ world, dice }) => {
    const preferred = world.qrs.filter(isPreferred);
    const qr = dice.pick(dice.of(preferred.length > 0, preferred.length > 0, false) ? preferred : world.qrs);
    if (!qr) return null;
    const by = dice.by(qr.site.tenant.owner, world.callers);
    return {
      by,
      url: `/api/sites/${qr.site.id}/qrs/${qr.id}/${action}`,
      broken: ownersOnly(qr.site, by) ?? rules(world, qr),
      done: () => done(world, qr),
    };
  };
}

const needsRoom = (world: World, qr: Qr, isTaking: boolean) => ({
  PLAN_LIMIT_REACHED: isTaking && !qr.isByDistributor && !roomForQrs(world, qr.site.tenant, 1),
  TOO_MANY_SPLITS_IN_TREE: isTaking && qr.isByDistributor && !roomForDistributors(world, qr, 1),
});

export const release = ownersCommand(
  'release-claim',
  (_, qr) => broken({ NOT_CLAIMED: qr.owner === null }),
  (_, qr) => {
    qr.owner = null;
  },
);

export const deactivate = ownersCommand(
  'deactivate',
  () => [],
  (_, qr) => {
    qr.isActive = false;
  },
);

export const activate = ownersCommand(
  'activate',
  (world, qr) =>
    qr.approval === null
      ? broken(needsRoom(world, qr, !qr.isActive && !isExpired(world, qr)))
      : broken({ QR_NOT_APPROVED: true }),
  (_, qr) => {
    qr.isActive = true;
  },
);

/** Usually on a QR that waits for approval. */
export const approve = ownersCommand(
  'approve',
  (world, qr) => (qr.approval === 'waiting' ? broken(needsRoom(world, qr, true)) : broken({ QR_NOT_WAITING: true })),
  (world, qr) => {
    qr.approval = null;
    qr.isActive = true;
    qr.expiresAt = world.now + qr.site.configuration.qrMinutesLife * MINUTE_MS;
  },
  isWaiting,
);

export const decline = ownersCommand(
  'decline',
  (_, qr) => broken({ QR_NOT_WAITING: qr.approval !== 'waiting' }),
  (_, qr) => {
    qr.approval = 'declined';
  },
  isWaiting,
);

export const reissue = ownersCommand(
  'reissue',
  (world, qr) => {
    if (qr.approval !== null) return broken({ QR_NOT_APPROVED: true });
    return isExpired(world, qr) ? broken(needsRoom(world, qr, qr.isActive)) : broken({ QR_STILL_VALID: true });
  },
  (world, qr) => {
    qr.period += 1;
    qr.expiresAt = world.now + qr.site.configuration.qrMinutesLife * MINUTE_MS;
  },
);

export const reissueByJob: Command = ({ world, facts }) => ({
  what: 'the job opens the next periods',
  run: async () => {
    const due = world.qrs.filter((qr) => qr.isActive && isExpired(world, qr) && renewsByItself(qr));
    const room = new Map(world.tenants.map((tenant) => [tenant, roomFor(world, tenant)]));
    await facts.reissueDue(world.qrs);
    const reissued = await learnPeriods({ world, facts });
    if (world.isRacing) return;
    for (const tenant of world.tenants) {
      const isCounted = (qr: Qr) => qr.site.tenant === tenant && !qr.isByDistributor;
      const wanted = due.filter(isCounted);
      const got = reissued.filter(isCounted);
      const expected = Math.min(wanted.length, room.get(tenant) ?? 0);
      if (got.length !== expected || !got.every((qr) => wanted.includes(qr) && !isExpired(world, qr))) {
        throw new Differs('QRs reissued by the job', expected, got.length);
      }
    }
  },
});

const renewsByItself = (qr: Qr) => qr.site.configuration.renewalPolicy === 'auto_reissue_on_expire';

/** Free active QRs of the plan, counted up to the number of QRs in the run. */
function roomFor(world: World, tenant: World['tenants'][number]): number {
  let room = 0;
  while (room <= world.qrs.length && roomForQrs(world, tenant, room + 1)) room += 1;
  return room;
}

/** The job chooses which due QRs use the plan's room, so read its choice. @returns QRs with a new period */
async function learnPeriods({ world, facts }: Pick<Scene, 'world' | 'facts'>): Promise<readonly Qr[]> {
  const changed: Qr[] = [];
  for (const rootId of new Set(world.qrs.map((qr) => qr.rootId))) {
    for (const [id, now] of await facts.periods(rootId)) {
      const qr = world.qrs.find((candidate) => candidate.id === id);
      if (!qr || qr.period === now.period) continue;
      Object.assign(qr, now);
      changed.push(qr);
    }
  }
  return changed;
}
