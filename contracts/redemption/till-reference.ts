import { z } from 'zod';
import { rule } from '../kernel/issue-codes.ts';

/** What a till calls a redemption, such as the number of its receipt. It is in events, so it must not name a person. */
export const tillReferenceSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/, rule('NOT_A_TILL_REFERENCE'));
