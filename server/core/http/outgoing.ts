import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AddressError, addressOfHost } from '../mail/address.ts'

/** A call of this server to another one. */
export interface OutgoingCall {
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

export interface OutgoingLimits {
  /** Seconds until the whole answer has to be there. */
  seconds: number
  /** Bytes of an answer that are read. */
  room: number
  /** Whether hosts of the own network, and plain http, are allowed. */
  ownNetwork: boolean
}

/** Why there is no answer. */
export class OutgoingError extends Error {
  readonly reason: 'insecure' | 'ownNetwork' | 'unknownHost' | 'noConnection' | 'tooSlow' | 'tooLong'
  constructor(reason: OutgoingError['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Calls another server and returns its answer. Connects to exactly the address that was resolved and checked; follows no redirects.
 * Private hosts, and plain http, only where the operator allows them. Throws OutgoingError.
 */
export async function callOut(
  { method, url, headers = {}, body }: OutgoingCall,
  { seconds, room, ownNetwork }: OutgoingLimits,
): Promise<{ status: number; bytes: Buffer }> {
  const target = new URL(url)
  const isSecure = target.protocol === 'https:'
  if (!isSecure && !(ownNetwork && target.protocol === 'http:')) throw new OutgoingError('insecure')
  const address = await addressOfHost(target.hostname.replace(/^\[|\]$/g, ''), ownNetwork).catch((error: unknown) => {
    throw new OutgoingError(error instanceof AddressError && error.reason === 'own' ? 'ownNetwork' : 'unknownHost')
  })
  const lookup: LookupFunction = (_host, asked, done) =>
    asked.all ? done(null, [{ address, family: isIP(address) }]) : done(null, address, isIP(address))
  const signal = AbortSignal.timeout(seconds * 1000)
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((settle, reject) => {
    const fail = (error: Error) =>
      reject(error instanceof OutgoingError ? error : new OutgoingError(signal.aborted ? 'tooSlow' : 'noConnection'))
    const options = { method, headers: { ...headers, ...length }, lookup, signal }
    const sent = (isSecure ? secureRequest : plainRequest)(target, options, (answer) => {
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > room) answer.destroy(new OutgoingError('tooLong'))
        else parts.push(part)
      })
      answer.on('end', () => settle({ status: answer.statusCode ?? 0, bytes: Buffer.concat(parts) }))
      answer.on('error', fail)
    })
    sent.on('error', fail)
    sent.end(body)
  })
}
