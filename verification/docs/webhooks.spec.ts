import { webhookMessageSchemas } from '@perktree/contracts/webhook/messages';
import { expect, it } from 'vitest';
import { z } from 'zod';

const INTRODUCTION = `# Webhook messages

For developers who receive webhooks: what a message of each type holds. The body of a message is
\`{type, timestamp, position, parked, data}\`:

| field | value |
|---|---|
| \`type\` | one of the types below |
| \`timestamp\` | when it happened, ISO 8601 UTC |
| \`position\` | of the event, a decimal string. It rises from message to message, except where one is sent again |
| \`parked\` | how many earlier messages the endpoint has not received, because it rejected them; 0: none is missing |
| \`data\` | by the JSON Schema of the type |

Fields of a type stay; new ones may be added, so receivers ignore what they do not know. A change that would break receivers is a
new type. Messages hold ids of accounts and never names or addresses.

Generated from \`contracts/webhook/messages.ts\` by \`npm run docs\`.
`;

/** Receivers have to accept fields that are added later. */
function schemaOf(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', reused: 'inline' });
  return JSON.stringify(json, (key, value) => (key === 'additionalProperties' ? undefined : value), 2);
}

function page(): string {
  const types = Object.entries(webhookMessageSchemas).map(
    ([type, schema]) => `\n## ${type}\n\n\`\`\`json\n${schemaOf(schema)}\n\`\`\`\n`,
  );
  return INTRODUCTION + types.join('');
}

it('docs/reference/webhooks.md is generated from the contracts (if not: npm run docs)', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/reference/webhooks.md');
});
