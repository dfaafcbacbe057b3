import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { storagePrefix, suffixOf } from '../../../src/schemas/api/upload.ts'
import { HttpRefused } from '../../core/refuse.ts'
import { isStorageAddress } from '../../core/saveName.ts'
import type { Storage } from './storage.ts'
import { servedAs } from './types.ts'

/**
 * What an uploaded file may do in the browser that opens it: show itself. A PDF is shown by the browser's own viewer, which a sandbox
 * would keep from starting; it has no origin of ours either.
 */
const policies = {
  shown: "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; sandbox",
  pdf: "default-src 'none'; object-src 'self'; frame-ancestors 'none'",
} as const

/** Serves uploaded files at /storage/…, also in ranges. Names hold the hash of the content, so a browser may keep them for ever. */
export function addStoredFiles(app: FastifyInstance, storage: Storage): void {
  app.register(fastifyStatic, {
    root: storage.dir,
    serve: false,
    index: false,
    dotfiles: 'deny',
    contentType: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const suffix = suffixOf(path)
      const { type, inline } = servedAs(suffix)
      reply.header('content-type', type)
      reply.header('content-disposition', inline ? 'inline' : 'attachment')
      reply.header('content-security-policy', suffix === 'pdf' ? policies.pdf : policies.shown)
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: `${storagePrefix}*`,
    handler(request, reply) {
      const [path = ''] = (request.raw.url ?? '').split('?')
      if (!isStorageAddress(path)) throw new HttpRefused(404)
      return reply.sendFile(path.slice(storagePrefix.length))
    },
  })
}
