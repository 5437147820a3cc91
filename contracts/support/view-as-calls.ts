import { z } from 'zod';
import { callsOf, isoTime } from '../kernel/call.ts';
import { roleSchema } from '../kernel/envelope.ts';
import { SHOWN_LINE, storableLine } from '../kernel/plain-text.ts';

const call = callsOf('Support');
const access = ['superadmin'] as const;

/** Longest text beside the reason, in characters. */
export const VIEW_NOTE_LENGTH = 200;
/** Longest view of the product as another user, in minutes. */
export const VIEW_MINUTES = 30;
/** Why a superadmin views: the owner of a viewed business reads it. */
export const VIEW_REASONS = [
  'support_request',
  'payment_question',
  'reported_fault',
  'suspected_abuse',
  'other',
] as const;
export type ViewReason = (typeof VIEW_REASONS)[number];

export const viewAsCalls = {
  startViewing: call('POST', '/api/admin/view-as', {
    summary: 'View the product as another user for half an hour, read-only',
    access,
    body: z.strictObject({
      /** The person's id or e-mail address. */
      person: storableLine(254),
      /** Which of the person's roles is the active one. */
      role: roleSchema,
      reason: z.enum(VIEW_REASONS),
      /** Required for `other`. */
      note: z
        .string()
        .trim()
        .max(VIEW_NOTE_LENGTH)
        .regex(...SHOWN_LINE)
        .nullable()
        .optional(),
    }),
    answer: z.strictObject({ viewId: z.uuid(), userId: z.string(), role: roleSchema, until: isoTime }),
    status: 201,
    sensitive: { proof: 'session', needsVerifiedAddress: false, notice: null },
  }),
  stopViewing: call('POST', '/api/admin/view-as/stop', {
    summary: 'Stop viewing the product as another user. Idempotent',
    access,
    answer: z.strictObject({ success: z.literal(true) }),
  }),
} as const;
