import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AddressError, addressOfHost } from '../../core/mail/address.ts'
import { SmsError } from './error.ts'

export interface Outgoing {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** Bytes of an answer that are read: what providers say is short. */
const room = 65_536

/**
 * Posts to a provider and returns its answer. Connects to exactly the address that was resolved and checked; follows no redirects.
 * Private hosts, and plain http, only where the operator allows them. Throws SmsError.
 */
export async function post(
  { url, headers, body }: Outgoing,
  { seconds, ownNetwork }: { seconds: number; ownNetwork: boolean },
): Promise<{ status: number; text: string }> {
  const target = new URL(url)
  const isSecure = target.protocol === 'https:'
  if (!isSecure && !(ownNetwork && target.protocol === 'http:')) throw new SmsError('insecure')
  const address = await addressOfHost(target.hostname.replace(/^\[|\]$/g, ''), ownNetwork).catch((error: unknown) => {
    throw error instanceof AddressError && error.reason === 'own' ? new SmsError('ownNetwork') : new SmsError('unknownHost')
  })
  const lookup: LookupFunction = (_host, asked, done) =>
    asked.all ? done(null, [{ address, family: isIP(address) }]) : done(null, address, isIP(address))
  const signal = AbortSignal.timeout(seconds * 1000)
  return new Promise((settle, reject) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup,
      signal,
    }
    const sent = (isSecure ? secureRequest : plainRequest)(target, options, (answer) => {
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > room) answer.destroy(new Error('too long'))
        else parts.push(part)
      })
      answer.on('end', () => settle({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }))
      answer.on('error', () => reject(new SmsError(signal.aborted ? 'tooSlow' : 'noConnection')))
    })
    sent.on('error', () => reject(new SmsError(signal.aborted ? 'tooSlow' : 'noConnection')))
    sent.end(body)
  })
}
