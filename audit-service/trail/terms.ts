import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { RuleChoice } from '@perktree/contracts/commission/rule';
import { normalizePercent } from '@perktree/contracts/kernel/percent';
import { isOf, type SiteHistoryEvent, type TreeEvent } from '../stream-history.ts';
import { foldTree } from '../tree-fold.ts';

/** A term that was in force, and the event that made it so. */
export interface Term {
  readonly kind: 'percent' | 'owner' | 'rule' | 'hold' | 'minimum';
  /** Null for terms of the site. */
  readonly qr: { readonly id: string; readonly name: string } | null;
  /** A percent, the id of a person, a rule's name, days, or an amount. */
  readonly value: string;
  readonly event: RecordedEvent;
}

/** The terms of a redemption: percents and owners of its path, and the rule, hold and minimum of its site. */
export function termsOf(
  redeemed: RecordedEvent<'BenefitRedeemed'>,
  treeEvents: readonly TreeEvent[],
  siteEvents: readonly SiteHistoryEvent[],
): readonly Term[] {
  const { path, treeRevision } = redeemed.fact.data;
  const before = treeEvents.slice(0, treeRevision + 1);
  const tree = foldTree(before);
  return [
    ...path.flatMap(({ qrId, ownerId, percent }): readonly Term[] => {
      const qr = { id: qrId, name: tree.get(qrId)?.terms.name ?? '' };
      const set = percentSet(before, qrId);
      const claimed = before.findLast((event) => isOf(event, 'QrClaimed') && event.fact.data.qrId === qrId);
      return [
        ...(set ? [{ kind: 'percent', qr, value: normalizePercent(percent), event: set } as const] : []),
        ...(ownerId !== null && claimed ? [{ kind: 'owner', qr, value: ownerId, event: claimed } as const] : []),
      ];
    }),
    ...siteTerms(siteEvents.filter(({ position }) => position < redeemed.position)),
  ];
}

/** The event since which a QR has its percent: the one that made it, or the edit that changed it. */
function percentSet(events: readonly TreeEvent[], qrId: string): TreeEvent | null {
  let [since, value]: [TreeEvent | null, string | null] = [null, null];
  for (const event of events) {
    const percent = percentIn(event, qrId);
    if (percent === null || percent === value) continue;
    [since, value] = [event, percent];
  }
  return since;
}

function percentIn({ fact }: TreeEvent, qrId: string): string | null {
  const qrs =
    fact.type === 'QrSplit'
      ? fact.data.children
      : fact.type === 'RootQrCreated' || fact.type === 'SiblingQrCreated'
        ? [fact.data.qr]
        : fact.type === 'QrEdited'
          ? [fact.data]
          : [];
  const qr = qrs.find((each) => each.qrId === qrId);
  return qr === undefined ? null : normalizePercent(qr.terms.commissionPercent);
}

/** Of each term the first event since which it was as it is at the end. */
function siteTerms(events: readonly SiteHistoryEvent[]): readonly Term[] {
  const since = new Map<Term['kind'], Term>();
  for (const event of events) {
    if (!isOf(event, 'SiteCreated') && !isOf(event, 'SiteConfigured')) continue;
    const { commissionRule, commissionHoldDays, minimumPayout } = event.fact.data.configuration;
    const values = [
      ['rule', ruleText(commissionRule)],
      ['hold', `${commissionHoldDays}`],
      ['minimum', minimumPayout],
    ] as const;
    for (const [kind, value] of values) {
      if (since.get(kind)?.value !== value) since.set(kind, { kind, qr: null, value, event });
    }
  }
  return [...since.values()];
}

function ruleText({ version, settings }: RuleChoice): string {
  const name = COMMISSION_RULES.find((rule) => rule.version === version)?.name ?? `${version}`;
  return [name, ...Object.entries(settings).map(([setting, amounts]) => `${setting}: ${amounts.join('; ')}`)].join(
    ', ',
  );
}
