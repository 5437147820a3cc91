import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Smaller answers cost more to compress than to send, in bytes. A redemption's is; most lists are not. */
const THRESHOLD = 1024;
/** What is text and has an end. A stream of events has none, so it would wait in the compressor's buffer. */
const TYPES = /^(text\/html|text\/css|text\/csv|application\/json|application\/manifest\+json|image\/svg\+xml)\b/;

/** Compresses what routes answer that are added from now on. Built files are compressed once, when they are built. */
export async function installCompression(app: FastifyInstance): Promise<void> {
  // The plugin sends Vary only with what it compressed. A cache that first sees a plain answer needs it as well.
  app.addHook('onSend', async (_request, reply) => {
    if (TYPES.test(String(reply.getHeader('content-type') ?? ''))) varyByEncoding(reply);
  });
  await app.register(compress, {
    global: true,
    threshold: THRESHOLD,
    encodings: ['br', 'gzip'],
    customTypes: TYPES,
    // As small as gzip's best in a fraction of the time; the default takes longer than the answer.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // Requests are small, and a small body that unfolds to a large one is none that we want.
    globalDecompression: false,
  });
}

function varyByEncoding(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  // In lower case, as the plugin looks for it.
  reply.header('Vary', others === undefined ? 'accept-encoding' : `${others}, accept-encoding`);
}
