import { z } from 'zod';
import { valuesAnswer } from '../kernel/call.ts';
import { storableLine } from '../kernel/plain-text.ts';

/** The token of a link, which calls of scans and redemptions take. */
export const tokenSchema = storableLine(300);
export const tokenBody = z.strictObject({ token: tokenSchema });

/** The answer of scans and redemptions to a refusal by a rule: usually status 200, with `success: false`. */
export const scanOutcome = {
  success: z.boolean(),
  message: z.string(),
  code: z.string().optional(),
  values: valuesAnswer.optional(),
};
