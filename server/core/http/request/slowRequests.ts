import type { IncomingMessage } from 'node:http'

/** Milliseconds within which a request must have come; of a form with files, the bytes that must come in each span of ms (controls C34). */
export const slowRequests = { within: 30_000, span: 10_000, bytes: 10 * 1024 } as const

/** Calls `tooSlow` when a request does not come fast enough. Node's own limit knows one time for all, and a large file takes its time. */
export function watchPace(request: IncomingMessage, tooSlow: () => void): void {
  const { socket, headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return // there is no body to wait for
  const isForm = (headers['content-type'] ?? '').startsWith('multipart/')
  let seen = socket.bytesRead
  const look = () => {
    const came = socket.bytesRead - seen
    seen = socket.bytesRead
    if (request.complete || request.destroyed) clearInterval(timer)
    else if (!isForm || came < slowRequests.bytes) {
      clearInterval(timer)
      tooSlow()
    }
  }
  const timer = setInterval(look, isForm ? slowRequests.span : slowRequests.within)
  timer.unref()
  request.once('close', () => clearInterval(timer))
}
