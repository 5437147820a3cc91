import { z } from 'zod';
import { ownQrParams, searchQuery } from '../kernel/call.ts';
import { call } from '../kernel/v1-version.ts';
import { type QrAnswer, qrAnswer } from './answers.ts';
import { checkBenefitFields } from './benefit.ts';
import { newQrFields } from './calls.ts';

/** A QR as its owner sees it, without names of people. */
const v1QrAnswer = qrAnswer.omit({ isMine: true, claimedBy: true, createdBy: true }).extend({
  /** The account of the distributor who has claimed it; null: it is unclaimed. */
  distributorId: z.string().nullable(),
});
export type V1QrAnswer = z.infer<typeof v1QrAnswer>;

/** @param qr as the owner of its site sees it */
export function v1QrOf({ isMine: _, claimedBy, createdBy: __, ...qr }: QrAnswer): V1QrAnswer {
  return { ...qr, distributorId: claimedBy?.id ?? null };
}

const read = { key: 'read:qrs' } as const;
const write = { key: 'write:qrs' } as const;

const qrCommand = (action: 'activate' | 'deactivate', summary: string) =>
  call('POST', `/api/v1/qrs/:qrId/${action}`, {
    summary,
    access: write,
    params: ownQrParams,
    answer: v1QrAnswer,
  });

export const v1QrCalls = {
  v1Qrs: call('GET', '/api/v1/qrs', {
    summary: 'QRs of a site of the key, newest first',
    access: read,
    query: searchQuery(['newest']).omit({ sort: true }).extend({ siteId: z.uuid() }),
    answer: z.array(v1QrAnswer),
  }),
  v1Qr: call('GET', '/api/v1/qrs/:qrId', {
    summary: 'One QR of a site of the key',
    access: read,
    params: ownQrParams,
    answer: v1QrAnswer,
  }),
  v1CreateQr: call('POST', '/api/v1/qrs', {
    summary: 'Create a root QR at a site of the key',
    access: write,
    body: z
      .strictObject({ siteId: z.uuid(), ...newQrFields })
      // Reported together with other fields' issues, so that a client gets all of them.
      .superRefine(checkBenefitFields, { when: ({ value }) => typeof value === 'object' && value !== null }),
    answer: v1QrAnswer,
    status: 201,
  }),
  v1DeactivateQr: qrCommand('deactivate', 'Take a QR of a site of the key out of use'),
  v1ActivateQr: qrCommand('activate', 'Put a deactivated QR of a site of the key back into use'),
} as const;
