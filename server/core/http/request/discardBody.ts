import type { IncomingMessage } from 'node:http'

/** Bytes and milliseconds of a refused form that are still read. */
const most = { bytes: 4 * 1024 * 1024, ms: 2_000 } as const

/**
 * Reads the rest of a refused request, up to a limit, so that the peer receives the answer instead of a broken connection. True when
 * everything has arrived.
 */
export function discardBody(request: IncomingMessage): Promise<boolean> {
  if (request.complete || request.destroyed) return Promise.resolve(request.complete)
  return new Promise((resolve) => {
    let left: number = most.bytes
    const done = () => {
      clearTimeout(timer)
      request.off('data', count).off('end', done).off('close', done).pause()
      resolve(request.complete)
    }
    const count = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) done()
    }
    const timer = setTimeout(done, most.ms)
    request.unpipe()
    request.on('data', count).on('end', done).on('close', done).resume()
  })
}
