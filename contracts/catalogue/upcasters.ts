import { NO_LEGAL_LINKS } from '../account/legal-links.ts';
import {
  type Downcaster,
  type DowncastSteps,
  type Upcaster,
  type UpcastSteps,
  withoutAdded,
} from '../kernel/upcast.ts';
import { LATER_SETTINGS, settingsBefore, withLaterSettings } from '../site/configuration.ts';
import type { EventType } from './events.ts';

/** A site that was stored before later settings existed. */
const configurationWithLaterSettings: Upcaster = (data) => {
  const { configuration, ...rest } = data as { configuration: unknown };
  return { ...rest, configuration: withLaterSettings(configuration) };
};

/** The versions of configurations after the first. Each added settings. */
const CONFIGURATION_VERSIONS = [...new Set(Object.values(LATER_SETTINGS).map(({ since }) => since))];
const CONFIGURATION_STEPS: UpcastSteps = Object.fromEntries(
  CONFIGURATION_VERSIONS.map((version) => [version - 1, configurationWithLaterSettings]),
);

/** Ids that payment providers give to transfers. Every other reference was typed by an owner. */
const TRANSFER_ID = /^(tr_[A-Za-z0-9]+|offline-[0-9a-f-]{36})$/;

/** Version 1 held free text, which no event may hold: readers do not get it, and it is in no read model. */
const withoutReason: Upcaster = (data) => {
  const { reason: _, ...kept } = data as { reason: string };
  return { ...kept, noteId: null };
};

const withoutTypedReference: Upcaster = (data) => {
  const { reference, ...kept } = data as { reference: string };
  return { ...kept, reference: TRANSFER_ID.test(reference) ? reference : null, noteId: null };
};

const withFailureCode: Upcaster = (data) => {
  const { reason, ...kept } = data as { reason: string };
  const isMissingAccount = reason === 'the distributor has no payout account';
  return { ...kept, reason: isMissingAccount ? 'no_payout_account' : 'refused_by_provider' };
};

/** Before version 2 every redemption earned at once. */
const earnedAtOnce: Upcaster = (data) => ({ ...(data as object), awaitsConfirmation: null });

/** Before version 3 no network was known. */
const withoutNetwork: Upcaster = (data) => ({ ...(data as object), networkId: null });

/** Before version 4 every site had the rule that needs no settings. */
const withoutRuleSettings: Upcaster = (data) => ({ ...(data as object), ruleSettings: {} });

/** Before tills could redeem. */
const withoutReference: Upcaster = (data) => ({ ...(data as object), reference: null });

/** Before the hashes of texts. */
const withoutHash: Upcaster = (data) => ({ ...(data as object), noteHash: null });

/** Before sites had links to their legal pages. */
const withoutLegalLinks: Upcaster = (data) => {
  const { brand, ...site } = data as { brand: object };
  return { ...site, brand: { ...brand, ...NO_LEGAL_LINKS } };
};

/** The steps from older versions to the current one, by event type. */
export const UPCASTERS: Partial<Record<EventType, UpcastSteps>> = {
  SiteCreated: CONFIGURATION_STEPS,
  SiteConfigured: CONFIGURATION_STEPS,
  SiteBranded: { 1: withoutLegalLinks },
  BenefitRedeemed: { 1: earnedAtOnce, 2: withoutNetwork, 3: withoutRuleSettings, 4: withoutReference },
  RedemptionConfirmed: { 1: withoutReference },
  RedemptionReversed: {
    1: (data) => ({ ...(withoutReason(data) as object), endsWaiting: null }),
    2: (data) => ({ ...(data as object), ruleVersion: 1 }),
    3: withoutHash,
  },
  PayoutPaid: { 1: withoutTypedReference, 2: (data) => ({ ...(data as object), noteHash: null, accountHash: null }) },
  PayoutFailed: { 1: withFailureCode },
  PayoutCancelled: { 1: withoutReason, 2: withoutHash },
  PayoutReturned: { 1: withoutHash },
  // Version 3 has the same fields. From it on the chain has the terms of a correction as a part (audit-service/chain/parts-hash.ts).
  PayoutReferenceCorrected: { 1: withoutHash, 2: (data) => data },
  BalanceWrittenOff: { 1: withoutHash },
  DisputeOpened: { 1: withoutHash },
  DisputeAnswered: { 1: withoutHash },
  DisputeClosed: { 1: withoutHash },
  RootQrCreated: { 1: (data) => ({ ...(data as object), approval: 'not_needed' }) },
  DistributorBlocked: { 1: (data) => ({ ...(data as object), noteId: null }), 2: withoutHash },
};

const CURRENT_VERSIONS: ReadonlyMap<string, number> = new Map(
  Object.entries(UPCASTERS).map(([type, steps]) => [type, 1 + Object.keys(steps).length]),
);

/** The version in which a type is written today: version 1, and one more for each step. */
export const currentVersion = (type: EventType): number => CURRENT_VERSIONS.get(type) ?? 1;

/** Steps back from a version that added fields inside an object of the data. */
const within = (field: string, added: Readonly<Record<string, unknown>>): Downcaster => {
  const back = withoutAdded(added);
  return (data) => {
    const inner = back((data as Record<string, unknown>)[field]);
    return inner === null ? null : { ...(data as object), [field]: inner };
  };
};
const HASH = withoutAdded({ noteHash: null });
/** A version of the same fields that is only written with a hash. */
const HASH_OR_NONE: Downcaster = (data) => ((data as { noteHash: string | null }).noteHash === null ? data : null);
/** The version of configurations that the previous release reads. */
const PREVIOUS_CONFIGURATION = 3;
const CONFIGURATION_STEPS_BACK: DowncastSteps = Object.fromEntries(
  CONFIGURATION_VERSIONS.filter((version) => version > PREVIOUS_CONFIGURATION).map((version) => [
    version,
    within('configuration', { ...settingsBefore(version) }),
  ]),
);

/**
 * The steps from the current version back to the one that the previous release reads. While both run, and after going back,
 * it reads every event that uses nothing new. A release that is the oldest in use no longer needs the steps to it.
 */
export const DOWNCASTERS: Partial<Record<EventType, DowncastSteps>> = {
  SiteCreated: CONFIGURATION_STEPS_BACK,
  SiteConfigured: CONFIGURATION_STEPS_BACK,
  SiteBranded: { 2: within('brand', { ...NO_LEGAL_LINKS }) },
  RedemptionReversed: { 4: HASH },
  PayoutPaid: { 3: withoutAdded({ noteHash: null, accountHash: null }) },
  PayoutCancelled: { 3: HASH },
  PayoutReturned: { 2: HASH },
  PayoutReferenceCorrected: { 2: HASH, 3: HASH_OR_NONE },
  BalanceWrittenOff: { 2: HASH },
  DisputeOpened: { 2: HASH },
  DisputeAnswered: { 2: HASH },
  DisputeClosed: { 2: HASH },
  DistributorBlocked: { 3: HASH },
};
