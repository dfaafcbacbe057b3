import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Seconds in which a download has to begin once its address was given. */
export const ticketSeconds = 60

/** The secret of a one-time file address, and its hash: only the hash is stored. */
export function newTicket(id: number): { ticket: string; hash: string } {
  const secret = randomBytes(24).toString('base64url')
  return { ticket: `${id}.${secret}`, hash: hashOf(secret) }
}

/** Which row a ticket of an address is about, and the hash it must have; undefined when it is none. */
export function readTicket(value: unknown): { id: number; hash: string } | undefined {
  const [, key = '', secret = ''] = /^(\d{1,12})\.([\w-]{32})$/.exec(String(value ?? '')) ?? []
  return key === '' ? undefined : { id: Number(key), hash: hashOf(secret) }
}

/** Compares in constant time. */
export function sameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

/** A name for people, in the two forms that browsers read (RFC 6266); nothing of it can be a path. */
export function attachment(name: string, suffix: string, plain: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_').replace(/^[.\s]+/, '_')
  return `attachment; filename="${plain}.${suffix}"; filename*=UTF-8''${encodeURIComponent(`${clean}.${suffix}`).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
