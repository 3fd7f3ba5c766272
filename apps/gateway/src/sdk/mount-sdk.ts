import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ifNoneMatch, isKnown, isListed } from '@kushk/edge';
import { readSdkFiles, type SdkFile } from './sdk-files.js';

/** Serves `/sdk/*` from memory: the files have about 150 KB together. Plugin pages load them without credentials. */
export function mountSdk(server: FastifyInstance): void {
  for (const [name, file] of readSdkFiles())
    server.get(`/sdk/${name}`, (request, reply) => {
      void send(file, request, reply);
    });
}

function send({ headers, etag, content }: SdkFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ ...headers, etag: `"${etag}"` });
  if (isKnown(etag, ifNoneMatch(request.headers['if-none-match']))) return reply.code(304).send();
  for (const encoding of ['br', 'gzip'] as const) {
    const encoded = content[encoding];
    if (encoded !== null && isListed(String(request.headers['accept-encoding'] ?? ''), encoding))
      return reply.header('content-encoding', encoding).send(encoded);
  }
  return reply.send(content.identity);
}
