import type { RecordedEvent } from '@perktree/contracts/catalogue/events';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import type { RuleChoice } from '@perktree/contracts/commission/rule';
import type { Currency } from '@perktree/contracts/kernel/money';
import type { NewQr, QrTerms } from '@perktree/contracts/qr/events';
import { type BenefitTerms, benefitDisplay } from '@perktree/contracts/qr/shown-benefit';
import type { TermChange } from '@perktree/contracts/qr/term-calls';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { TreeEvent } from '../stream-history.ts';
import { newQrsOf } from '../tree-fold.ts';

export interface SetTerm extends Readonly<Pick<TermChange, 'qr' | 'term' | 'before' | 'after' | 'benefitTerms'>> {
  readonly event: RecordedEvent;
  /** Whether `before` and `after` are ids of accounts, with spaces between. */
  readonly isPerson: boolean;
  /** Of the owner's text in the account store. */
  readonly noteId: string | null;
}

/** Terms that change what a screen shows or who may act, and no amount. */
const WITHOUT_MONEY: ReadonlySet<string> = new Set([
  'name',
  'benefit',
  'distributorCanGenerateChildQrs',
  'distributorCanGenerateTopLevelQrs',
  'topLevelQrsNeedApproval',
  'staffCanRedeemWithCode',
  'staffRedeemInOneStep',
  'showBenefitBeforeRedeem',
]);
export const decidesMoney = (term: string): boolean => !WITHOUT_MONEY.has(term);

type Values = Readonly<Record<string, string | null>>;

/** The terms that events of a site, and of its approvals, set; oldest first. */
export function termsOfSite(events: readonly RecordedEvent[]): readonly SetTerm[] {
  const terms: SetTerm[] = [];
  let known: Values = {};
  const set = (event: RecordedEvent, values: Values) => {
    terms.push(...changes(event, null, known, values));
    known = { ...known, ...values };
  };
  for (const event of events) {
    const { fact } = event;
    switch (fact.type) {
      case 'SiteCreated': {
        const { name, currency, configuration } = fact.data;
        set(event, { name, currency, isActive: 'true', ...configurationValues(configuration) });
        break;
      }
      case 'SiteConfigured':
        set(event, { name: fact.data.name, ...configurationValues(fact.data.configuration) });
        break;
      case 'SiteDeactivated':
      case 'SiteActivated':
        set(event, { isActive: String(fact.type === 'SiteActivated') });
        break;
      case 'ApprovalRuleSet': {
        const { payoutsAbove, monthsNeedSignOff, approverIds } = fact.data;
        set(event, {
          approvePayoutsAbove: payoutsAbove,
          monthsNeedSignOff: String(monthsNeedSignOff),
          approvers: approverIds.length === 0 ? null : approverIds.join(' '),
        });
        break;
      }
      case 'DistributorBlocked':
      case 'DistributorUnblocked': {
        const { distributorId } = fact.data;
        const isBlocked = fact.type === 'DistributorBlocked';
        terms.push({
          event,
          qr: null,
          term: 'blockedDistributor',
          isPerson: true,
          before: isBlocked ? null : distributorId,
          after: isBlocked ? distributorId : null,
          noteId: fact.type === 'DistributorBlocked' ? fact.data.noteId : null,
        });
      }
    }
  }
  return terms;
}

/** The terms that a tree's events set, oldest first. Events about unknown QRs are ignored. */
export function termsOfTree(events: readonly TreeEvent[], currency: Currency): readonly SetTerm[] {
  const terms: SetTerm[] = [];
  const qrs = new Map<string, { name: string; values: Values; benefit: BenefitTerms | null }>();
  const set = (event: TreeEvent, id: string, values: Values, given?: QrTerms) => {
    const qr = qrs.get(id) ?? { name: '', values: {}, benefit: null };
    const name = given?.name ?? qr.name;
    const benefit = given ? { ...given.benefit, currency } : qr.benefit;
    const benefitTerms = { before: qr.benefit, after: benefit };
    for (const change of changes(event, { id, name }, qr.values, values)) {
      terms.push(change.term === 'benefit' ? { ...change, benefitTerms } : change);
    }
    qrs.set(id, { name, values: { ...qr.values, ...values }, benefit });
  };
  const add = (event: TreeEvent, { qrId, terms: ofQr, expiresAt }: NewQr, isActive: boolean) =>
    set(event, qrId, { ...qrValues(ofQr, currency), expiresAt, isActive: String(isActive) }, ofQr);

  for (const event of events) {
    const { fact } = event;
    const { qrId } = fact.data;
    switch (fact.type) {
      case 'RootQrCreated':
      case 'SiblingQrCreated':
      case 'QrSplit':
        for (const qr of newQrsOf(fact)) add(event, qr, !('approval' in fact.data && fact.data.approval === 'waiting'));
        break;
      case 'QrEdited':
        set(event, qrId, qrValues(fact.data.terms, currency), fact.data.terms);
        break;
      case 'QrClaimed':
      case 'QrClaimReleased':
        set(event, qrId, { owner: fact.type === 'QrClaimed' ? fact.data.distributorId : null });
        break;
      case 'QrReissued':
        set(event, qrId, { expiresAt: fact.data.expiresAt, issuePeriod: String(fact.data.period) });
        break;
      case 'QrApproved':
        set(event, qrId, { isActive: 'true', expiresAt: fact.data.expiresAt });
        break;
      case 'QrRenewalChosen':
        set(event, qrId, { renewalPolicy: fact.data.renewalPolicy });
        break;
      case 'QrDeclined':
      case 'QrLinkReplaced':
        break;
      case 'QrDeactivated':
      case 'QrActivated':
        set(event, qrId, { isActive: String(fact.type === 'QrActivated') });
    }
  }
  return terms;
}

const PEOPLE: ReadonlySet<string> = new Set(['owner', 'approvers']);

function changes(event: RecordedEvent, qr: SetTerm['qr'], before: Values, after: Values): readonly SetTerm[] {
  return Object.entries(after).flatMap(([term, value]) => {
    const was = before[term] ?? null;
    if (was === value) return [];
    return [{ event, qr, term, before: was, after: value, isPerson: PEOPLE.has(term), noteId: null }];
  });
}

function configurationValues({ commissionRule, ...fields }: SiteConfiguration): Values {
  const plain = Object.entries(fields).map(([field, value]) => [field, value === null ? UNLIMITED : String(value)]);
  return { ...Object.fromEntries(plain), commissionRule: ruleText(commissionRule) };
}

/** All fields of a configuration that may be null are limits. */
const UNLIMITED = 'unlimited';

/** The name of the rule, and its settings, with spaces between. */
function ruleText({ version, settings }: RuleChoice): string {
  const name = COMMISSION_RULES.find((rule) => rule.version === version)?.name ?? String(version);
  return [name, ...Object.entries(settings).map(([setting, values]) => `${setting} ${values.join(';')}`)].join(' ');
}

function qrValues({ name, benefit, commissionPercent, maxRedemptions }: QrTerms, currency: Currency): Values {
  return {
    name,
    benefit: benefitDisplay(benefit, currency),
    commissionPercent,
    maxRedemptions: maxRedemptions === null ? UNLIMITED : String(maxRedemptions),
  };
}
