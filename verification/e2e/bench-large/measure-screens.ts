import { DESKTOP, PHONE } from '../support/browser.ts';
import { kilobytes, type Measured, measured, seconds } from './goals.ts';
import { type LargeWorld, signedIn } from './large-world.ts';
import { type Opened, openScreen, untilQuiet } from './open-screen.ts';
import { type Screen, screensOf } from './screens.ts';

const PHONE_SLOWDOWN = 4;
const BETWEEN_LETTERS_MS = 90;
const TYPED = 'Summer 3 20';
const EVENTS = 15;
/** Longer than a refresh waits after a change. */
const AFTER_CHANGE_MS = 2_500;

interface Seen extends Opened {
  readonly screen: Screen;
}

export async function measureScreens(world: LargeWorld): Promise<readonly Measured[]> {
  const desktop = await openAll(world, DESKTOP, 1);
  const phone = await openAll(world, PHONE, PHONE_SLOWDOWN);
  const all = [...desktop.large, ...phone.large];
  const nodes = most(all, ({ nodes: count }) => count);
  const calls = most(all, (seen) => seen.calls);
  const bytes = most(all, (seen) => seen.bytes);
  return [
    readyGoal('desktop', desktop),
    readyGoal('phone', phone),
    measured('nodes on any screen', '≤ 2,500', nodes.nodes <= 2_500, `${nodes.nodes} (${nameOf(nodes)})`),
    measured('calls to open any screen', '≤ 8', calls.calls <= 8, `${calls.calls} (${nameOf(calls)})`),
    measured(
      'bytes to open any screen',
      '≤ 300 KB',
      bytes.bytes <= 300_000,
      `${kilobytes(bytes.bytes)} (${nameOf(bytes)})`,
    ),
    ...(await measureChanges(world)),
    await measureTyping(world),
  ];
}

interface Pair {
  readonly large: readonly Seen[];
  readonly small: ReadonlyMap<string, Seen>;
}

async function openAll(world: LargeWorld, viewport: typeof DESKTOP, slowdown: number): Promise<Pair> {
  const large: Seen[] = [];
  const small = new Map<string, Seen>();
  for (const screen of screensOf(world.siteId)) {
    if (screen.isOfBoth) {
      const path = screen.path.replace(world.siteId, world.smallSiteId);
      small.set(screen.path, { screen, ...(await openOnce(world, 'small', path, viewport, slowdown)) });
    }
    const seen = { screen, ...(await openOnce(world, screen.who, screen.path, viewport, slowdown)) };
    large.push(seen);
    world.log(
      `${nameOf(seen)} · ${viewport.width} px: ${seconds(seen.readyMs)}, ${seen.nodes} nodes, ${seen.calls} calls`,
    );
  }
  return { large, small };
}

async function openOnce(
  world: LargeWorld,
  who: string,
  path: string,
  viewport: typeof DESKTOP,
  slowdown: number,
): Promise<Opened> {
  const context = await signedIn(world, who, viewport);
  try {
    return (await openScreen(context, path, slowdown)).opened;
  } finally {
    await context.close();
  }
}

function readyGoal(device: string, { large, small }: Pair): Measured {
  const slowest = most(large, ({ readyMs }) => readyMs);
  const ratios = large.flatMap((seen) => {
    const beside = small.get(seen.screen.path);
    return beside ? [{ seen, ratio: seen.readyMs / beside.readyMs }] : [];
  });
  const worst = ratios.toSorted((a, b) => b.ratio - a.ratio)[0];
  if (!worst) throw new Error('no screen is of both businesses');
  return measured(
    `any screen, ready, large / small: ${device}`,
    '≤ 1.5 ×',
    worst.ratio <= 1.5,
    `${worst.ratio.toFixed(2)} × (${nameOf(worst.seen)}); slowest ${seconds(slowest.readyMs)} (${nameOf(slowest)})`,
  );
}

/** The cost of changes for an open page that shows them. */
async function measureChanges(world: LargeWorld): Promise<readonly Measured[]> {
  const context = await signedIn(world, 'owner');
  try {
    const { page, traffic } = await openScreen(context, `/qr-management?site=${world.siteId}`, 1);
    const before = { calls: traffic.calls, bytes: traffic.bytes };
    await world.redeem();
    await untilQuiet(page, traffic, AFTER_CHANGE_MS);
    const calls = traffic.calls - before.calls;
    const bytes = traffic.bytes - before.bytes;
    await page.evaluate(() => {
      const blocked = { ms: 0 };
      (window as unknown as { blocked: typeof blocked }).blocked = blocked;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) blocked.ms += Math.max(0, duration - 50);
      }).observe({ type: 'longtask' });
    });
    traffic.mostUnderWay = traffic.underWay;
    for (let n = 0; n < EVENTS; n += 1) {
      const nextAt = Date.now() + 1_000;
      await world.scan();
      await page.waitForTimeout(Math.max(0, nextAt - Date.now()));
    }
    const blockedMs = await page.evaluate(() => (window as unknown as { blocked: { ms: number } }).blocked.ms);
    const { mostUnderWay } = traffic;
    return [
      measured('one redemption, page open: calls', '≤ 2', calls <= 2, `${calls}`),
      measured('one redemption, page open: bytes', '≤ 10 KB', bytes <= 10_000, kilobytes(bytes)),
      measured('one event a second for 15 s: main thread blocked', '≤ 0.3 s', blockedMs <= 300, seconds(blockedMs)),
      measured('one event a second for 15 s: calls under way', '≤ 2', mostUnderWay <= 2, `${mostUnderWay}`),
    ];
  } finally {
    await context.close();
  }
}

/** Types into every search field at a person's speed, on a phone. */
async function measureTyping(world: LargeWorld): Promise<Measured> {
  let fieldsTyped = 0;
  let lost = 0;
  for (const screen of screensOf(world.siteId)) {
    const context = await signedIn(world, screen.who, PHONE);
    try {
      const { page } = await openScreen(context, screen.path, PHONE_SLOWDOWN);
      const fields = page.getByRole('searchbox');
      for (let n = 0; n < (await fields.count()); n += 1) {
        const field = fields.nth(n);
        await field.pressSequentially(TYPED, { delay: BETWEEN_LETTERS_MS });
        lost += TYPED.length - (await field.inputValue()).length;
        fieldsTyped += 1;
      }
    } finally {
      await context.close();
    }
  }
  return measured(
    'typing into any search field, phone: letters lost',
    '0',
    lost === 0,
    `${lost} in ${fieldsTyped} fields`,
  );
}

const nameOf = ({ screen }: Pick<Seen, 'screen'>) =>
  `${screen.who} ${screen.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '…')}`;

function most<T>(list: readonly T[], of: (item: T) => number): T {
  const [first, ...rest] = list;
  if (first === undefined) throw new Error('an empty list has no maximum');
  return rest.reduce((best, item) => (of(item) > of(best) ? item : best), first);
}
