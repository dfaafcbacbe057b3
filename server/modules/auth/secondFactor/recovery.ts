import { randomBytes } from 'node:crypto'
import { deriveHash } from '../../../core/session/password.ts'

/** How many codes there are at a time. */
export const recoveryCodes = 10
/** 12 of 32 signs: 60 bits. No sign looks like another one. */
const signs = 'abcdefghjkmnpqrstuvwxyz023456789'
const length = 12

/** A new set of codes in groups of four, and what is kept of them: a salt and the hash of each. */
export async function newRecoveryCodes(): Promise<{ codes: string[]; salt: string; hashes: string[] }> {
  const salt = randomBytes(16).toString('hex')
  const plain = Array.from({ length: recoveryCodes }, () =>
    Array.from(randomBytes(length), (byte) => signs[byte % signs.length]).join(''),
  )
  const hashes = await Promise.all(plain.map((code) => hashRecoveryCode(code, salt)))
  return { codes: plain.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')), salt, hashes }
}

/**
 * What is kept of a code: argon2id like a password (60 bits alone could be guessed from a plain hash), with one salt for the set, so that
 * a code that was typed is hashed once and not once for each that it could be.
 */
export function hashRecoveryCode(code: string, salt: string): Promise<string> {
  return deriveHash(code, Buffer.from(salt, 'hex'))
}

/** The code that was meant, without blanks, hyphens and capitals; undefined for what cannot be one. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  return code.length === length && [...code].every((sign) => signs.includes(sign)) ? code : undefined
}
