import type { EventData } from '@perktree/contracts/catalogue/events';
import { CLOCK_DISORDER_MS } from '@perktree/contracts/kernel/durations';
import { fromBasisPoints, toBasisPoints } from '@perktree/contracts/kernel/percent';
import type { NewQr, QrTerms } from '@perktree/contracts/qr/events';
import type { PathQr } from '../commission/calculation.ts';
import type { TreeEvent } from '../stream-history.ts';
import { type ChangingFact, changeOf, newQrsOf } from '../tree-fold.ts';
import type { Note } from './finding.ts';
import { HashSet } from './hash-set.ts';

/** A QR after one event of its tree. */
export interface QrVersion {
  readonly revision: number;
  readonly ownerId: string | null;
  readonly points: number;
  readonly maxRedemptions: number | null;
  readonly isActive: boolean;
  readonly period: number;
  /** Milliseconds. */
  readonly expiresAt: number;
  /** A root that its site's owner has not approved. */
  readonly isWaiting: boolean;
}

interface QrNode {
  readonly qrId: string;
  readonly parent: QrNode | null;
  /** 0 for a root. */
  readonly depth: number;
  /** Sum of its children's percents, in basis points. */
  given: number;
  /** Oldest first. Versions that no command can read any more are dropped, except the newest of them. */
  versions: QrVersion[];
}

interface Tree {
  readonly siteId: string;
  readonly tenantId: string;
  readonly qrs: Map<string, QrNode>;
  /** Recording times (ms) of the recent revisions, oldest first. */
  recent: { readonly revision: number; readonly at: number }[];
  revision: number;
}

/** The commission trees with those versions of each QR that a command may still refer to. */
export class TreeHistory {
  private readonly trees = new Map<string, Tree>();
  /** The ids of all QRs and the tokens of their links. */
  private readonly used = new HashSet();

  get size(): number {
    return this.trees.size;
  }

  find(rootQrId: string): Pick<Tree, 'siteId' | 'tenantId' | 'revision'> | undefined {
    return this.trees.get(rootQrId);
  }

  /** Folds an event. Notes a second owner of a QR, and children's percents above their parent's. */
  apply({ fact, revision, metadata }: TreeEvent, note: Note): void {
    const at = Date.parse(metadata.recordedAt);
    const { rootQrId, siteId, tenantId } = fact.data;
    for (const qr of newQrsOf(fact)) this.checkNew(qr, note);
    if (fact.type === 'QrLinkReplaced') this.checkReplaced(fact.data, note);
    if (fact.type === 'RootQrCreated') {
      this.trees.set(rootQrId, { siteId, tenantId, qrs: new Map(), recent: [], revision });
    }
    const tree = this.trees.get(rootQrId);
    if (tree === undefined) {
      note('tree of the event', 'a tree that was created', rootQrId);
      return;
    }
    tree.revision = revision;
    remember(tree, revision, at);
    if (tree.siteId !== siteId) note('site of a tree', tree.siteId, siteId);
    if (fact.type === 'RootQrCreated') addQr(tree, fact.data.qr, null, revision, fact.data.approval === 'waiting');
    else if (fact.type === 'QrSplit') addQrs(tree, fact, fact.data.qrId, revision, note);
    else if (fact.type === 'SiblingQrCreated') addQrs(tree, fact, fact.data.parentQrId, revision, note);
    else change(tree, fact, { revision, at }, note);
  }

  private checkNew({ qrId, customerToken, distributorToken }: NewQr, note: Note): void {
    if (!this.used.add(qrId)) note('QR of an id', 'one', `another ${qrId}`, { qrId });
    const isNew = this.used.add(customerToken) && this.used.add(distributorToken);
    if (!isNew) note('link of a QR', 'one that no other QR has', qrId, { qrId });
  }

  private checkReplaced({ qrId, token, replacedToken }: EventData<'QrLinkReplaced'>, note: Note): void {
    if (this.used.add(replacedToken)) note('replaced link', 'one that a QR had', qrId, { qrId });
    if (!this.used.add(token)) note('link of a QR', 'one that no other QR has', qrId, { qrId });
  }

  has(rootQrId: string, qrId: string): boolean {
    return this.trees.get(rootQrId)?.qrs.has(qrId) ?? false;
  }

  /** Whether a command may have read this issue period of a QR. @param period with its end in milliseconds */
  hadPeriod(rootQrId: string, qrId: string, { period, expiresAt }: Pick<QrVersion, 'period' | 'expiresAt'>): boolean {
    const versions = this.trees.get(rootQrId)?.qrs.get(qrId)?.versions ?? [];
    return versions.some((one) => one.period === period && one.expiresAt === expiresAt);
  }

  /** A QR at a revision; undefined if it did not exist. */
  at(rootQrId: string, qrId: string, revision: number): QrVersion | undefined {
    const node = this.trees.get(rootQrId)?.qrs.get(qrId);
    return node && versionAt(node, revision);
  }

  /** The path from the root to a QR at a revision; empty if it did not exist. */
  path(rootQrId: string, qrId: string, revision: number): readonly PathQr[] {
    const path: PathQr[] = [];
    for (let node = this.trees.get(rootQrId)?.qrs.get(qrId) ?? null; node !== null; node = node.parent) {
      const version = versionAt(node, revision);
      if (version === undefined) return [];
      path.unshift({ qrId: node.qrId, ownerId: version.ownerId, percent: fromBasisPoints(version.points) });
    }
    return path;
  }

  /** Whether a command at `at` (ms) may have read this revision: no newer one was older than the clock disorder. */
  wasNewest(rootQrId: string, revision: number, at: number): boolean {
    const tree = this.trees.get(rootQrId);
    if (tree === undefined || revision < 0 || revision > tree.revision) return false;
    const next = tree.recent.find((one) => one.revision > revision);
    if (next !== undefined && next.revision !== revision + 1) return false;
    return next === undefined ? revision === tree.revision : next.at >= at - CLOCK_DISORDER_MS;
  }
}

/** Keeps recent revisions only, so a tree that changes for years stays small. */
function remember(tree: Tree, revision: number, at: number): void {
  tree.recent.push({ revision, at });
  const old = tree.recent.findIndex((one) => one.at >= at - 10 * CLOCK_DISORDER_MS);
  if (old > 0) tree.recent = tree.recent.slice(old);
}

function addQr(
  tree: Tree,
  { qrId, terms, expiresAt }: NewQr,
  parent: QrNode | null,
  revision: number,
  isWaiting = false,
): void {
  const version: QrVersion = {
    revision,
    ownerId: null,
    isActive: !isWaiting,
    isWaiting,
    period: 1,
    expiresAt: Date.parse(expiresAt),
    ...ofTerms(terms),
  };
  const depth = parent === null ? 0 : parent.depth + 1;
  tree.qrs.set(qrId, { qrId, parent, depth, given: 0, versions: [version] });
}

function addQrs(
  tree: Tree,
  fact: TreeEvent['fact'] & { type: 'QrSplit' | 'SiblingQrCreated' },
  parentQrId: string,
  revision: number,
  note: Note,
): void {
  const { depth } = fact.data;
  const parent = tree.qrs.get(parentQrId);
  if (parent === undefined) {
    note('parent of a QR', 'a QR of the tree', parentQrId);
    return;
  }
  if (depth !== parent.depth + 1) note('level of a QR', parent.depth + 1, depth, { qrId: parentQrId });
  for (const qr of newQrsOf(fact)) {
    addQr(tree, qr, parent, revision);
    parent.given += toBasisPoints(qr.terms.commissionPercent);
  }
  checkBudget(parent, note);
}

function change(
  tree: Tree,
  fact: ChangingFact,
  { revision, at }: { readonly revision: number; readonly at: number },
  note: Note,
): void {
  const node = tree.qrs.get(fact.data.qrId);
  const last = node?.versions.at(-1);
  if (node === undefined || last === undefined) {
    note('QR of the event', 'a QR of the tree', fact.data.qrId);
    return;
  }
  checkOwner(fact, last.ownerId, note);
  checkState(fact, last, at, note);
  const becomes = partThatChanges(fact);
  push(tree, node, { ...last, ...becomes, revision });
  if (becomes.points === undefined) return;
  if (node.parent) node.parent.given += becomes.points - last.points;
  checkBudget(node, note);
  if (node.parent) checkBudget(node.parent, note);
}

function partThatChanges(fact: ChangingFact): Partial<QrVersion> {
  const { terms, expiresAt, ...change } = changeOf(fact);
  return {
    ...change,
    ...(terms && ofTerms(terms)),
    ...(expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }),
    ...(fact.type === 'QrApproved' || fact.type === 'QrDeclined' ? { isWaiting: false } : {}),
  };
}

/** A claim needs an unclaimed QR; a release needs the QR's owner. */
function checkOwner({ type, data }: ChangingFact, ownerId: string | null, note: Note): void {
  if (type === 'QrClaimed' && ownerId !== null) {
    const { qrId, distributorId } = data;
    note('owner of a claimed QR', ownerId, distributorId, { qrId, distributorId });
  }
  if (type === 'QrClaimReleased' && ownerId !== data.distributorId) {
    note('owner of a released QR', ownerId, data.distributorId, { qrId: data.qrId });
  }
}

/** A QR is claimed while it can be used, activated while it is not active, approved while it waits; periods follow. */
function checkState(fact: ChangingFact, last: QrVersion, at: number, note: Note): void {
  const { type, data } = fact;
  const about = { qrId: data.qrId };
  if ((type === 'QrClaimed' || type === 'QrDeactivated') && !last.isActive) note('QR is active', true, false, about);
  if (type === 'QrActivated' && last.isActive) note('QR is active', false, true, about);
  const waits = type === 'QrApproved' || type === 'QrDeclined';
  if (waits && !last.isWaiting) note('QR waits for approval', true, false, about);
  const iso = (time: number) => new Date(time).toISOString();
  if (type === 'QrClaimed' && at >= last.expiresAt)
    note('time of a claim', `before ${iso(last.expiresAt)}`, iso(at), about);
  if (type !== 'QrReissued') return;
  if (fact.data.period <= last.period) note('issue period', `after ${last.period}`, fact.data.period, about);
  if (at < last.expiresAt) note('time of a reissue', `not before ${iso(last.expiresAt)}`, iso(at), about);
}

function checkBudget({ qrId, given, versions }: QrNode, note: Note): void {
  const points = versions.at(-1)?.points ?? 0;
  if (given > points) {
    note('percents of the children together', `at most ${fromBasisPoints(points)}`, fromBasisPoints(given), { qrId });
  }
}

function push(tree: Tree, node: QrNode, version: QrVersion): void {
  node.versions.push(version);
  const oldest = tree.recent[0]?.revision ?? 0;
  // The newest version before the oldest kept revision still applies at that revision.
  const needed = node.versions.findLastIndex(({ revision }) => revision < oldest);
  if (needed > 0) node.versions = node.versions.slice(needed);
}

const ofTerms = ({ commissionPercent, maxRedemptions }: QrTerms) => ({
  points: toBasisPoints(commissionPercent),
  maxRedemptions,
});

const versionAt = ({ versions }: QrNode, revision: number) => versions.findLast((one) => one.revision <= revision);
