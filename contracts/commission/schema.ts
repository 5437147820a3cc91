import { z } from 'zod';
import { rule } from '../kernel/issue-codes.ts';
import { amountSchema } from '../kernel/money.ts';
import { COMMISSION_RULES } from './registry.ts';
import type { RuleChoice, RuleSettings } from './rule.ts';

/** A setting has an amount for each of at most 33 tiers: a root and 32 levels below it. */
const amounts = z.array(amountSchema).min(1).max(33);

/** The settings that an event froze. */
export const ruleSettingsSchema: z.ZodType<RuleSettings, RuleSettings> = z.record(z.string(), z.array(amountSchema));

/** A registered rule with exactly the settings that it takes. */
export const ruleChoiceSchema: z.ZodType<RuleChoice, RuleChoice> = z
  .strictObject({
    version: z.literal(COMMISSION_RULES.map(({ version }) => version)),
    settings: z.record(z.string(), amounts),
  })
  .check(({ value, issues }) => {
    const known = COMMISSION_RULES.find(({ version }) => version === value.version)?.settings ?? [];
    for (const name of known) {
      if (name in value.settings) continue;
      issues.push({ code: 'custom', message: rule('REQUIRED'), path: ['settings', name], input: value });
    }
    for (const name of Object.keys(value.settings)) {
      if (known.includes(name)) continue;
      issues.push({ code: 'custom', message: rule('UNKNOWN_FIELD'), path: ['settings', name], input: value });
    }
  });
