import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** What every authenticator app understands (RFC 6238): SHA-1, six digits, thirty seconds; one step early or late is taken. */
const fixed = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const window = 1

/** 160 random bits in base32, as people type them into an app that cannot see the picture. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The otpauth:// address of a secret, and the same as a picture: an SVG as data: address, which the CSP allows in an <img>. */
export function setUpOf(secret: string, issuer: string, account: string): { link: string; qr: string } {
  const link = new TOTP({ ...fixed, issuer, label: account, secret: Secret.fromBase32(secret) }).toString()
  const qr = `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 2 }))}`
  return { link, qr }
}

/** Which step of time (of 30 s since 1970) a code of six digits belongs to; undefined when it is none of `now` (unix seconds). */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...fixed, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, window, timestamp: now * 1000 }) // compares in constant time
  return delta === null ? undefined : Math.floor(now / fixed.period) + delta
}
