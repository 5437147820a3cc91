import { z } from 'zod';
import { PICTURE_PATH, PICTURE_TYPES, PICTURES_PATH, pictureAnswer, pictureParams } from '../brand/picture-calls.ts';
import { type Call, callsOf } from '../kernel/call.ts';
import { FILE_PART_PATH, filePartParams } from '../kernel/file-calls.ts';
import { LIVE_PATH, type LiveMessage } from '../kernel/live.ts';
import type { RefusalCode } from '../kernel/refusals.ts';
import { QR_FILE_TYPES, type QrFileType, qrFileCalls } from '../qr/design-calls.ts';
import { printSheetCall } from '../qr/print-sheet-calls.ts';

/** A call that is not made by JSON clients, with its differences to other calls, for the reference. */
export interface OtherCall extends Call {
  readonly description: string;
  /** Content types of the body. Left out: JSON of `body`, or none. */
  readonly takes?: readonly string[];
  /** Headers that it reads in addition to cookies. */
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly description: string }[];
  readonly answers: 'application/json' | 'application/octet-stream' | QrFileType | 'text/event-stream';
  readonly refuses: readonly RefusalCode[];
}

const position = z.string().regex(/^\d{1,18}$/);

/** The data of an event of the stream (contracts/kernel/live.ts); that of `signed-out` is an empty object. */
export const liveMessageAnswer = z.strictObject({
  position,
  keys: z.array(z.array(z.string())),
  ids: z.record(z.string(), z.array(z.uuid())).optional(),
  userId: z.string().optional(),
  role: z.string().optional(),
}) satisfies z.ZodType<LiveMessage>;

const qrFile = <F extends keyof typeof QR_FILE_TYPES>(format: F) => ({
  ...qrFileCalls[format],
  description: [
    'The owner of the site, the distributor of the QR, and superadmins.',
    'The code of the customer link, in the design of its campaign, else of its site, else plain. The name of the file says site, QR, size and day, and ends in the version of the design. A PDF with `marks=1` has a bleed and cut marks.',
  ].join('\n\n'),
  headers: [],
  answers: QR_FILE_TYPES[format],
  refuses: [
    ...(['NOT_SIGNED_IN', 'NOT_ALLOWED', 'NOT_FOUND', 'SITE_NOT_FOUND', 'QR_NOT_FOUND'] as const),
    ...(['VALIDATION_FAILED', 'READ_MODEL_BEHIND', 'TOO_MUCH_AT_ONCE', 'UNAVAILABLE', 'INTERNAL'] as const),
  ],
});

export const otherCalls = {
  events: {
    ...callsOf('Live')('GET', LIVE_PATH, {
      summary: 'A stream of what shows something new to me (server-sent events)',
      access: 'signed_in',
      query: z.strictObject({ after: position.optional() }),
      answer: liveMessageAnswer,
    }),
    description: [
      'Anyone who is signed in, and each only about what they may read.',
      'Events: `ready` comes first; `invalidate` names what has changed after that, by the beginnings of paths, and for lists by the ids of the changed rows; `signed-out`, whose data is `{}`, ends the stream. The id of an event is its position.',
    ].join('\n\n'),
    headers: [
      {
        name: 'Last-Event-ID',
        required: false,
        description: 'As `after`: what a browser sends by itself when it comes back.',
      },
      { name: 'X-Min-Position', required: false, description: 'The stream begins no earlier than at this position.' },
    ],
    answers: 'text/event-stream',
    refuses: [
      ...(['VALIDATION_FAILED', 'NOT_SIGNED_IN', 'TOO_MANY_REQUESTS'] as const),
      ...(['READ_MODEL_BEHIND', 'UNAVAILABLE', 'INTERNAL'] as const),
    ],
  },
  filePart: {
    ...callsOf('Files')('GET', FILE_PART_PATH, {
      summary: 'Download a part of one of my files',
      access: 'signed_in',
      params: filePartParams,
      answer: z.string(),
    }),
    description: 'The path is the `url` of the part. The type of the answer is the `contentType` of the part.',
    headers: [],
    answers: 'application/octet-stream',
    refuses: ['NOT_SIGNED_IN', 'NOT_FOUND', 'UNAVAILABLE', 'INTERNAL'],
  },
  uploadPicture: {
    ...callsOf('Sites')('POST', PICTURES_PATH, {
      summary: 'Upload a picture, such as a logo',
      access: ['site_owner'],
      answer: pictureAnswer,
      status: 201,
    }),
    takes: PICTURE_TYPES,
    description: [
      'Site owners. The body is the picture, of at most 1 MiB and 16 megapixels, with its content type.',
      'It is re-encoded and stored as a PNG of at most 512 pixels a side, without metadata. The same picture is stored once. A business may store 100.',
      'An SVG must only draw: with a script, an animation, an entity, or a reference to something outside the file it is refused.',
    ].join('\n\n'),
    headers: [],
    answers: 'application/json',
    refuses: [
      ...(['VALIDATION_FAILED', 'BODY_TOO_LARGE', 'MALFORMED_BODY', 'NOT_SIGNED_IN', 'NOT_ALLOWED'] as const),
      ...(['VIEWING_ONLY', 'PICTURES_FULL', 'FOREIGN_ORIGIN', 'TOO_MUCH_AT_ONCE', 'UNAVAILABLE', 'INTERNAL'] as const),
    ],
  },
  picture: {
    ...callsOf('Sites')('GET', PICTURE_PATH, {
      summary: 'A picture that was uploaded',
      access: 'anyone',
      params: pictureParams,
      answer: z.string(),
    }),
    description: 'Anyone who knows its hash, the SHA-256 of the answer. It never changes.',
    headers: [],
    answers: 'image/png',
    refuses: ['NOT_FOUND', 'TOO_MUCH_AT_ONCE', 'UNAVAILABLE', 'INTERNAL'],
  },
  qrCodeSvg: qrFile('svg'),
  qrCodePng: qrFile('png'),
  qrCodePdf: qrFile('pdf'),
  printSheet: {
    ...printSheetCall,
    description: [
      'The owner of the site and superadmins; distributors for the QRs that they have claimed or made, and those below them. An id that the caller may not read refuses the sheet.',
      'A PDF with embedded fonts; or an SVG, where several pages come as a ZIP. `Accept-Language` chooses the language of benefits and of the name of the file.',
    ].join('\n\n'),
    headers: [],
    answers: 'application/octet-stream',
    refuses: [
      ...(['NOT_SIGNED_IN', 'NOT_ALLOWED', 'SITE_NOT_FOUND', 'QR_NOT_FOUND', 'VALIDATION_FAILED'] as const),
      ...(['FOREIGN_ORIGIN', 'MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const),
      ...(['READ_MODEL_BEHIND', 'TOO_MUCH_AT_ONCE', 'UNAVAILABLE', 'INTERNAL'] as const),
    ],
  },
  stripeNotice: {
    ...callsOf('Subscription')('POST', '/api/webhooks/stripe', {
      summary: 'A notice of Stripe that something has changed there',
      access: 'anyone',
      body: z.looseObject({ id: z.string(), type: z.string(), data: z.looseObject({ object: z.looseObject({}) }) }),
      answer: z.strictObject({ received: z.literal(true) }),
    }),
    description: [
      'Stripe alone, by its signature over the bytes of the body. Only there where Stripe settles plans.',
      'A notice says which subscription to look at, and nothing else of it is believed; repeated or late ones change nothing.',
    ].join('\n\n'),
    headers: [{ name: 'Stripe-Signature', required: true, description: 'Made with the secret of this webhook.' }],
    answers: 'application/json',
    refuses: [
      ...(['PAYMENT_NOTICE_INVALID', 'VALIDATION_FAILED', 'FOREIGN_ORIGIN', 'BODY_TOO_LARGE'] as const),
      ...(['TOO_MUCH_CONTENTION', 'PAYMENT_PROVIDER_UNAVAILABLE', 'UNAVAILABLE', 'INTERNAL'] as const),
    ],
  },
} as const satisfies Record<string, OtherCall>;
