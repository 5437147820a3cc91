import type { Person } from '../people.ts';
import { type Scan, type Site, type World, worksAt } from '../reference.ts';
import { type Broken, brokenByRedeeming } from '../rules.ts';
import type { Command } from './command.ts';
import { mostlyOpen, redeemed } from './redeeming.ts';

const TEN_MINUTES_MS = 10 * 60_000;
const MISSES_THAT_LOCK = 5;
const WRONG_CODE = 'AAA-AAA';

/** At the counter, by the code that the customer reads out; sometimes a wrong one. */
export const redeemByCode: Command = (scene) => {
  const { world, dice } = scene;
  const found = mostlyOpen(
    dice,
    world.scans.filter(({ code }) => code !== null),
  );
  const site = found?.qr.site ?? dice.pick(world.sites);
  if (!site) return null;
  const by = dice.by(dice.pick([...site.staff, site.tenant.owner]), world.callers);
  const isWrong = !found || dice.of(false, false, false, true);
  const code = isWrong ? WRONG_CODE : found.code;
  const entry = codeEntry(world, by, isWrong ? null : found);
  return {
    by,
    url: '/api/staff/redeem',
    body: { redemptionCode: code },
    broken: entry.broken,
    done: ({ redemption }) => redeemed(scene, found as Scan, redemption.id),
    refused: () => {
      if (entry.broken[0] === 'UNKNOWN_REDEMPTION_CODE') for (const each of entry.open) miss(world, each, by);
    },
  };
};

/** The sites where a typed code can be redeemed, and the rules it breaks (docs/reference/domain-rules.md#redemption-codes). */
function codeEntry(world: World, by: Person, wanted: Scan | null): { broken: Broken; open: readonly Site[] } {
  const sites = world.sites.filter((site) => worksAt(site, by));
  const taking = sites.filter(({ configuration }) => configuration.staffCanRedeemWithCode);
  const open = taking.filter((site) => (world.misses.get(key(site, by))?.lockedUntil ?? 0) <= world.now);
  const refuse = (code: Broken[number]) => ({ broken: [code], open });
  if (!by.roles.has('site_owner') && !by.roles.has('staff')) return refuse('NOT_ALLOWED');
  if (sites.length === 0) return refuse('NOT_ALLOWED');
  if (taking.length === 0) return refuse('CODE_ENTRY_NOT_ALLOWED');
  if (open.length === 0) return refuse('CODE_ENTRY_LOCKED');
  if (!wanted || !open.includes(wanted.qr.site)) return refuse('UNKNOWN_REDEMPTION_CODE');
  return { broken: brokenByRedeeming(world, wanted, { confirmedBy: by, at: 'counter', isTyped: true }), open };
}

const key = (site: Site, by: Person) => `${site.id} ${by.userId}`;

function miss(world: World, site: Site, by: Person): void {
  const before = world.misses.get(key(site, by))?.times ?? [];
  const times = [...before.filter((at) => at > world.now - TEN_MINUTES_MS), world.now];
  const isLocked = times.length >= MISSES_THAT_LOCK;
  const lockedUntil = isLocked ? world.now + TEN_MINUTES_MS : 0;
  world.misses.set(key(site, by), { times: isLocked ? [] : times, lockedUntil });
}
