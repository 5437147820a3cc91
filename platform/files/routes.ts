import { Readable } from 'node:stream';
import { FILE_PART_PATH, fileCalls, filePartParams } from '@perktree/contracts/kernel/file-calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { attachment } from '../http/list-file.ts';
import { mountCall } from '../http/mount-call.ts';
import type { Authenticate } from '../http/session.ts';
import { deleteFile, fileOf, filesOf, partBody } from './file-store.ts';

interface FileRoutes {
  readonly authenticate: Authenticate;
  readonly pool: Pool;
}

/** The user's files and their parts. */
export function mountFileReads(app: FastifyInstance, { authenticate, pool }: FileRoutes): void {
  mountCall(app, authenticate, fileCalls.listFiles, async ({ session }) => ({
    answer: [...(await filesOf(pool, session))],
  }));

  mountCall(app, authenticate, fileCalls.file, async ({ params, session }) => ({
    answer: await fileOf(pool, session, params.fileId),
  }));

  app.get(FILE_PART_PATH, async (request, reply) => {
    const session = await authenticate(request);
    if (session === null) throw new Refused('NOT_SIGNED_IN');
    const params = filePartParams.safeParse(request.params);
    if (!params.success) throw new Refused('NOT_FOUND');
    const { fileId, number } = params.data;
    const file = await fileOf(pool, session, fileId);
    const part = file.parts[Number(number)];
    if (part === undefined) throw new Refused('NOT_FOUND');
    // The answer to HEAD has no body, and Fastify would read a stream to its end.
    const body = request.method === 'HEAD' ? [] : partBody(pool, fileId, Number(number), part.bytes);
    return reply
      .header('Cache-Control', 'private, no-store')
      .header(...attachment(part.name))
      .header('Content-Length', part.bytes)
      .type(part.contentType)
      .send(Readable.from(body));
  });
}

export function mountFileDeletion(app: FastifyInstance, { authenticate, pool }: FileRoutes): void {
  mountCall(app, authenticate, fileCalls.deleteFile, async ({ params, session }) => {
    await deleteFile(pool, session.userId, params.fileId);
    return { answer: undefined };
  });
}
