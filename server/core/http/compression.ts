import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A content encoding that files are sent in; `identity` is the file itself. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Shorter bodies (bytes) are sent as they are. */
const worthIt = 1024

/** Compress a body that is kept and sent many times. */
export const encoders: Readonly<Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
}

/** The best encoding of those that a request accepts (its `accept-encoding`), for a body of so many bytes. */
export function encodingFor(accepted: string, length: number): Encoding {
  if (length < worthIt) return 'identity'
  const offers = offersOf(accepted)
  return offers.includes('br') ? 'br' : offers.includes('gzip') ? 'gzip' : 'identity'
}

/** Shorter answers (bytes) fit into what a new connection may send at once: they arrive no sooner compressed. */
const firstWindow = 14_000

/** An answer that is made for one request and sent once: compressed quickly, beside the event loop, where the caller takes gzip and it is long. */
export async function compressAnswer(body: Buffer, accepted: string): Promise<{ body: Buffer; encoding: 'gzip' | 'identity' }> {
  const isWorthIt = body.length > firstWindow && offersOf(accepted).includes('gzip')
  return isWorthIt ? { body: await promisify(gzip)(body, { level: 1 }), encoding: 'gzip' } : { body, encoding: 'identity' }
}

/** The names of the encodings that a caller takes; what has the weight 0 is refused (RFC 9110, 12.5.3). */
function offersOf(accepted: string): string[] {
  return accepted.split(',').flatMap((each) => {
    const [name = '', weight = ''] = each.split(';').map((part) => part.trim())
    return /^q=0(\.0*)?$/.test(weight) ? [] : [name]
  })
}
