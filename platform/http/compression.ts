import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Smaller answers cost more to compress than to send, in bytes. A redemption's is; most lists are not. */
const THRESHOLD = 1024;
/** Compressible types. Event streams are excluded, because they would wait in the compressor's buffer. */
const TYPES = /^(text\/html|text\/css|text\/csv|application\/json|application\/manifest\+json|image\/svg\+xml)\b/;

/** Compresses what routes answer that are added from now on. Built files are compressed once, when they are built. */
export async function installCompression(app: FastifyInstance): Promise<void> {
  // The plugin sets Vary only on compressed answers, but caches need it on plain ones too.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (TYPES.test(String(reply.getHeader('content-type') ?? ''))) varyByEncoding(reply);
    done(null, payload);
  });
  await app.register(compress, {
    global: true,
    threshold: THRESHOLD,
    encodings: ['br', 'gzip'],
    customTypes: TYPES,
    // As small as gzip's best in a fraction of the time; the default takes longer than the answer.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // Refuse compressed requests: they are small anyway, and a small body could expand to a large one.
    globalDecompression: false,
  });
}

function varyByEncoding(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  // Lower case, as the plugin expects.
  reply.header('Vary', others === undefined ? 'accept-encoding' : `${others}, accept-encoding`);
}
