import { z } from 'zod';
import { callsOf, isoTime } from '../kernel/call.ts';

/** Largest uploaded picture in bytes. */
export const MAX_PICTURE_BYTES = 1024 * 1024;
/** Most pixels of an uploaded picture: 16 megapixels. */
export const MAX_PICTURE_PIXELS = 4096 * 4096;
/** Longest side of a stored picture in pixels. */
export const STORED_PICTURE_SIDE = 512;
export const MAX_PICTURES = 100;

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/svg+xml'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

export const PICTURES_PATH = '/api/pictures';
export const PICTURE_PATH = `${PICTURES_PATH}/:hash`;

/** SHA-256 of a stored picture, in hexadecimal. */
const pictureHashSchema = z.string().regex(/^[0-9a-f]{64}$/);
export const pictureParams = z.strictObject({ hash: pictureHashSchema });

/** The path at which a stored picture is served to everyone who knows its hash. */
export const pictureUrl = (hash: string) => `${PICTURES_PATH}/${hash}`;

/** A stored picture. It is always a PNG, at most 512 pixels on its longest side, without metadata. */
export const pictureAnswer = z.strictObject({
  hash: pictureHashSchema,
  url: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().positive(),
  createdAt: isoTime,
});
export type PictureAnswer = z.infer<typeof pictureAnswer>;

const call = callsOf('Sites');

export const pictureCalls = {
  listPictures: call('GET', PICTURES_PATH, {
    summary: 'Pictures that I have uploaded, newest first',
    access: ['site_owner'],
    answer: z.array(pictureAnswer),
  }),
  deletePicture: call('DELETE', PICTURE_PATH, {
    summary: 'Delete a picture; pages that showed it are shown without it',
    access: ['site_owner'],
    params: pictureParams,
    answer: z.undefined(),
    status: 204,
  }),
} as const;
