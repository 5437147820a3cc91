import { apiKeyEvents } from '@perktree/contracts/api-key/events';
import { approvalEvents } from '@perktree/contracts/approval/events';
import { auditorEvents } from '@perktree/contracts/auditor/events';
import { currentVersion, type EventType } from '@perktree/contracts/catalogue/events';
import { type StreamCategory, streams } from '@perktree/contracts/catalogue/streams';
import { disputeEvents } from '@perktree/contracts/dispute/events';
import { flagEvents } from '@perktree/contracts/flag/events';
import { payoutEvents } from '@perktree/contracts/payout/events';
import { payoutFundingEvents } from '@perktree/contracts/payout/funding-events';
import { payeeEvents } from '@perktree/contracts/payout/payee-events';
import { commissionTreeEvents } from '@perktree/contracts/qr/events';
import { expiryWarningEvents } from '@perktree/contracts/qr/expiry-warning-events';
import { limitReachedEvents, redemptionEvents, tillReferenceEvents } from '@perktree/contracts/redemption/events';
import { redemptionCodeEvents, scanEvents, staffCodeEvents } from '@perktree/contracts/scan/events';
import { siteEvents } from '@perktree/contracts/site/events';
import { subscriptionEvents } from '@perktree/contracts/subscription/events';
import { viewAsEvents } from '@perktree/contracts/support/view-as-events';
import { webhookEndpointEvents } from '@perktree/contracts/webhook/events';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const CATEGORIES: Readonly<Record<StreamCategory, Readonly<Record<string, z.ZodType>>>> = {
  site: siteEvents,
  commissionTree: commissionTreeEvents,
  scan: scanEvents,
  redemptionCode: redemptionCodeEvents,
  redemptions: redemptionEvents,
  staffCodes: staffCodeEvents,
  payouts: payoutEvents,
  payee: payeeEvents,
  payoutFunding: payoutFundingEvents,
  dispute: disputeEvents,
  flag: flagEvents,
  approvals: approvalEvents,
  viewAs: viewAsEvents,
  auditors: auditorEvents,
  apiKeys: apiKeyEvents,
  webhookEndpoints: webhookEndpointEvents,
  tillReference: tillReferenceEvents,
  limitReached: limitReachedEvents,
  expiryWarnings: expiryWarningEvents,
  subscription: subscriptionEvents,
};

interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
}

/** A field's type in one cell of a table. */
function typeOf(shape: Shape): string {
  const alternatives = shape.anyOf ?? shape.oneOf;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (shape.type === 'array') return `list of ${typeOf(shape.items ?? {})}`;
  if (Array.isArray(shape.type)) return shape.type.join(' or ');
  if (shape.properties) return `{${Object.keys(shape.properties).join(', ')}}`;
  return shape.format ?? shape.type ?? 'any';
}

function eventsPage(): string {
  const lines = [
    '# Events',
    '',
    'For developers who read the event store, write a projection or add an event. It lists each event with its stream, its newest',
    'version and its fields. A name never changes; a changed shape gets a new version and an upcaster. How to',
    'add one is in [add an event](../how-to/add-an-event.md). What the metadata holds is in [domain rules](domain-rules.md#metadata).',
    '',
    'Generated from `contracts/<concept>/events.ts` by `npm run docs`.',
  ];
  for (const [category, events] of Object.entries(CATEGORIES)) {
    const name = (streams[category as StreamCategory] as (...ids: string[]) => string)('{id}', '{id}');
    lines.push('', `## ${category}`, '', `Stream: \`${name.replace('undefined', '{id}')}\`.`);
    for (const [type, schema] of Object.entries(events)) {
      const shape = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' }) as Shape;
      lines.push('', `### ${type}`, '', `Version ${currentVersion(type as EventType)}.`, '');
      lines.push('| field | type |', '|---|---|');
      for (const [field, of] of Object.entries(shape.properties ?? {})) {
        const optional = shape.required?.includes(field) ? '' : ' (optional)';
        lines.push(`| \`${field}\` | ${typeOf(of).replaceAll('|', '\\|')}${optional} |`);
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

describe('docs/reference/events.md', () => {
  it('is generated from the schemas (if not: npm run docs)', async () => {
    await expect(eventsPage()).toMatchFileSnapshot('../../docs/reference/events.md');
  });
});
