import { webhookMessageSchemas } from '@perktree/contracts/webhook/messages';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { generated } from './repository.ts';

/** Receivers have to accept fields that are added later. */
function schemaOf(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' });
  return JSON.stringify(json, (key, value) => (key === 'additionalProperties' ? undefined : value), 2);
}

it('docs/reference/webhooks.md is generated from the contracts (if not: npm run docs)', async () => {
  const types = Object.entries(webhookMessageSchemas).flatMap(([type, schema]) => [
    ...[`## ${type}`, '', '```json', schemaOf(schema), '```', ''],
  ]);
  const page = generated('docs/reference/webhooks.md', '## ', types.slice(0, -1));
  await expect(page).toMatchFileSnapshot('../../docs/reference/webhooks.md');
});
