import { createHmac, hash, randomBytes } from 'node:crypto'

/**
 * Tokens are random texts of 256 bits; the database holds only their SHA-256. A refresh token is `<session id>.<secret>`, so that a used
 * one still names its session. A successor is derived from the presented token, a salt of the session and a counter: a repeat returns the
 * same successor, and neither the database alone nor an old token alone is enough to create one.
 */
export interface TokenPair {
  access: string
  refresh: string
}

/** A first pair for a new session. */
export function firstPair(sessionId: string): TokenPair {
  return { access: secret(), refresh: `${sessionId}.${secret()}` }
}

/** The pair that follows `presented` as number `sequence` of its session. */
export function nextPair(sessionId: string, salt: string, presented: string, sequence: number): TokenPair {
  const derive = (use: string) => createHmac('sha256', salt).update(`${use}|${sequence}|${presented}`).digest('base64url')
  return { access: derive('access'), refresh: `${sessionId}.${derive('refresh')}` }
}

/** The session a refresh token names, or undefined when the text is no refresh token. */
export function sessionOf(refreshToken: string): string | undefined {
  return /^([0-9a-f]{32})\.[\w-]{43}$/.exec(refreshToken)?.[1]
}

export function newSessionId(): string {
  return randomBytes(16).toString('hex')
}

/** 256 random bits in 43 characters. */
export function secret(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database holds of a token. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'hex')
}
