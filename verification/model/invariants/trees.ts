import type { NewQr } from '@perktree/contracts/qr/events';
import { toCents } from '../shares.ts';
import { type History, must, type TimedEvent } from './history.ts';

/** A QR, folded from its tree's events. */
export interface Node {
  readonly qrId: string;
  readonly parentQrId: string | null;
  readonly depth: number;
  readonly isByDistributor: boolean;
  readonly percent: number;
  readonly max: number | null;
  readonly ownerId: string | null;
  readonly isActive: boolean;
  readonly period: number;
  readonly expiresAt: number;
}
export type Nodes = ReadonlyMap<string, Node>;

/** Every tree after each of its events, by `{stream} {revision}`. */
export type Trees = ReadonlyMap<string, Nodes>;

/** Folds all trees. @throws Violated for a negative budget, or a claim, release or period that does not fit */
export function checkTrees(history: History): Trees {
  const at = new Map<string, Nodes>();
  const newest = new Map<string, Nodes>();
  for (const event of history) {
    if (!event.stream.startsWith('commissionTree-')) continue;
    const before = newest.get(event.stream) ?? new Map();
    const after = evolved(before, event);
    checkBudgets(after, event);
    newest.set(event.stream, after);
    at.set(`${event.stream} ${event.revision}`, after);
  }
  return at;
}

function evolved(nodes: Nodes, event: TimedEvent): Nodes {
  const change = (fields: Partial<Node>) => {
    const { qrId } = event.data as { qrId: string };
    const node = nodes.get(qrId);
    must(node !== undefined, () => `${event.type} of ${qrId}, which is not in its tree`);
    return new Map(nodes).set(qrId, { ...(node as Node), ...fields });
  };
  const isByDistributor = event.by === 'distributor';
  const ownerNow = (qrId: string) => nodes.get(qrId)?.ownerId ?? null;
  switch (event.type) {
    case 'RootQrCreated':
      return grown(nodes, null, [event.data.qr], { depth: 0, isActive: event.data.approval !== 'waiting' });
    case 'SiblingQrCreated':
      return grown(nodes, event.data.parentQrId, [event.data.qr], { depth: event.data.depth, isByDistributor });
    case 'QrSplit':
      return grown(nodes, event.data.qrId, event.data.children, { depth: event.data.depth, isByDistributor });
    case 'QrEdited': {
      const { commissionPercent, maxRedemptions: max } = event.data.terms;
      return change({ percent: toCents(commissionPercent), max });
    }
    case 'QrClaimed': {
      const { qrId, distributorId: ownerId } = event.data;
      must(ownerNow(qrId) === null, () => `${qrId} was claimed by ${ownerId} while it was ${ownerNow(qrId)}'s`);
      return change({ ownerId });
    }
    case 'QrClaimReleased': {
      const { qrId, distributorId } = event.data;
      must(ownerNow(qrId) === distributorId, () => `${qrId} was released, and was not ${distributorId}'s`);
      return change({ ownerId: null });
    }
    case 'QrReissued': {
      const { qrId, period, expiresAt, startsAt } = event.data;
      const node = nodes.get(qrId) as Node;
      const follows = period > node.period && Date.parse(startsAt) >= node.expiresAt && event.at >= node.expiresAt;
      must(follows, () => `period ${period} of ${qrId} began before period ${node.period} ended`);
      return change({ period, expiresAt: Date.parse(expiresAt) });
    }
    case 'QrApproved':
      return change({ isActive: true, expiresAt: Date.parse(event.data.expiresAt) });
    case 'QrDeactivated':
      return change({ isActive: false });
    case 'QrActivated':
      return change({ isActive: true });
    default:
      return nodes;
  }
}

function grown(
  nodes: Nodes,
  parentQrId: string | null,
  children: readonly NewQr[],
  { depth, isActive = true, isByDistributor = false }: { depth: number; isActive?: boolean; isByDistributor?: boolean },
): Nodes {
  const parent = parentQrId === null ? null : nodes.get(parentQrId);
  must(parent !== undefined && depth === (parent ? parent.depth + 1 : 0), () => `a QR under ${parentQrId} at ${depth}`);
  const all = new Map(nodes);
  for (const { qrId, terms, expiresAt } of children) {
    const own = { percent: toCents(terms.commissionPercent), max: terms.maxRedemptions };
    const initial = { ownerId: null, isActive, period: 1, expiresAt: Date.parse(expiresAt) };
    all.set(qrId, { qrId, parentQrId, depth, isByDistributor, ...own, ...initial });
  }
  return all;
}

function checkBudgets(nodes: Nodes, event: TimedEvent): void {
  for (const { qrId, percent, parentQrId } of nodes.values()) {
    const given = [...nodes.values()].filter((node) => node.parentQrId === qrId).reduce((sum, c) => sum + c.percent, 0);
    must(percent <= 10_000 && given <= percent, () => `${qrId} gives ${given} of ${percent} after ${event.type}`);
    must(parentQrId === null || percent >= 10, () => `${qrId} has ${percent}, less than a child may`);
  }
}
