import {
  MAX_PICTURE_BYTES,
  PICTURE_TYPES,
  type PictureType,
  pictureCalls,
  pictureParams,
} from '@perktree/contracts/brand/picture-calls';
import { otherCalls } from '@perktree/contracts/catalogue/other-calls';
import { HEADERS } from '@perktree/contracts/kernel/call';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField, validationIssue } from '@perktree/contracts/kernel/validation-issues';
import { mountCall } from '@perktree/platform/http/mount-call';
import { NO_PAGE } from '@perktree/platform/http/security-headers';
import type { Session } from '@perktree/platform/http/session';
import type { FastifyInstance } from 'fastify';
import type { IdentityParts } from '../parts.ts';
import { createPictureMaker, type DecodePicture, type PictureOutcome } from './picture-maker.ts';
import { deletePicture, pictureContent, picturesOf, storePicture } from './picture-store.ts';

/** Its address holds its hash, so it never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

type PictureServices = Pick<IdentityParts, 'pool' | 'authenticate'>;

/** Uploads of pictures, and the pictures. In a scope of its own, whose bodies stay bytes. */
export function mountPictureUploads(
  app: FastifyInstance,
  services: PictureServices & { readonly decode: DecodePicture; readonly onPicture: (outcome: PictureOutcome) => void },
): void {
  const { pool, authenticate, decode, onPicture } = services;
  const makePicture = createPictureMaker(decode, onPicture);

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: MAX_PICTURE_BYTES } as const;
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
    scope.post(otherCalls.uploadPicture.path, {
      bodyLimit: MAX_PICTURE_BYTES,
      // Before the body is read: only owners may send a megabyte.
      onRequest: async (request) => {
        await ownerOf(await authenticate(request));
      },
      errorHandler(error) {
        if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
        const issue = validationIssue('picture', 'PICTURE_TOO_LARGE', { max: MAX_PICTURE_BYTES });
        throw new Refused('BODY_TOO_LARGE', {}, [issue]);
      },
      handler: async (request, reply) => {
        const tenantId = ownerOf(await authenticate(request));
        const type = declaredType(request.headers['content-type']);
        if (type === null) throw invalidField('picture', 'PICTURE_TYPE');
        if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw invalidField('picture', 'REQUIRED');
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const made = await makePicture({ tenantId, bytes: request.body, type, signal: gone.signal });
        const answer = await storePicture(pool, tenantId, made);
        return reply
          .status(201)
          .header(HEADERS.requestId, request.id)
          .header('Cache-Control', 'no-store')
          .header('Location', answer.url)
          .send(answer);
      },
    });
  });

  app.get(otherCalls.picture.path, async (request, reply) => {
    const params = pictureParams.safeParse(request.params);
    const content = params.success ? await pictureContent(pool, params.data.hash) : null;
    if (content === null) throw new Refused('NOT_FOUND');
    return reply
      .header('Cache-Control', FOR_EVER)
      .header('Content-Disposition', 'inline')
      .header('Content-Security-Policy', `${NO_PAGE}; sandbox`)
      .header('X-Content-Type-Options', 'nosniff')
      .type('image/png')
      .send(content);
  });
}

/** An owner's list of pictures, and their deletion. */
export function mountPictureCalls(app: FastifyInstance, { pool, authenticate }: PictureServices): void {
  mountCall(app, authenticate, pictureCalls.listPictures, async ({ session }) => ({
    answer: await picturesOf(pool, ownerOf(session)),
  }));

  mountCall(app, authenticate, pictureCalls.deletePicture, async ({ params, session }) => {
    await deletePicture(pool, ownerOf(session), params.hash);
    return { answer: undefined };
  });
}

/** The business of the caller. @throws Refused NOT_SIGNED_IN, NOT_ALLOWED */
function ownerOf(session: Session | null): string {
  if (session === null) throw new Refused('NOT_SIGNED_IN');
  if (!session.allRoles.includes('site_owner') || session.tenantId === null) throw new Refused('NOT_ALLOWED');
  return session.tenantId;
}

function declaredType(header: string | undefined): PictureType | null {
  const given = header?.split(';')[0]?.trim().toLowerCase();
  return PICTURE_TYPES.find((type) => type === given) ?? null;
}
