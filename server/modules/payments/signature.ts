import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Refused } from '../../core/refuse.ts'

/** Headers that a signed message has. */
export const signatureHeaders = { time: 'x-pay-timestamp', nonce: 'x-pay-nonce', signature: 'x-pay-signature' } as const

/** Allowed clock skew plus delivery time of a message, in seconds. */
export const replayWindow = 300

/** The headers of a message with this body: HMAC-SHA-256 over time, nonce and body, each ended by a line feed. `now` in unix seconds. */
export function signedHeaders(key: string, body: string, now: number): Record<string, string> {
  const time = String(now)
  const nonce = randomBytes(16).toString('hex')
  return {
    [signatureHeaders.time]: time,
    [signatureHeaders.nonce]: nonce,
    [signatureHeaders.signature]: macOf(key, time, nonce, Buffer.from(body)).toString('hex'),
  }
}

/**
 * Verifies a message; returns its nonce. Throws `Refused` for one not signed with the key, or outside the time window. Signatures are
 * compared in constant time, before any other error is reported.
 */
export function checkSignature(
  key: string,
  { body, header, now }: { body: Buffer; header(name: string): string; now: number },
): string {
  const time = header(signatureHeaders.time)
  const nonce = header(signatureHeaders.nonce)
  const given = Buffer.from(header(signatureHeaders.signature), 'hex')
  const right = macOf(key, time, nonce, body)
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Refused('payment.badSignature')
  if (!/^\d{1,12}$/.test(time) || Math.abs(now - Number(time)) > replayWindow) throw new Refused('payment.outOfTime')
  if (!/^[\w-]{16,64}$/.test(nonce)) throw new Refused('payment.badNotice')
  return nonce
}

function macOf(key: string, time: string, nonce: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(`${time}\n${nonce}\n`).update(body).update('\n').digest()
}
