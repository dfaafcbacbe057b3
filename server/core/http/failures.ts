import type { IncomingMessage } from 'node:http'
import { codeOf } from '../../../src/schemas/errors.ts'
import { isOfDatabase } from '../db/connect.ts'
import { isUnreachable } from '../db/faults.ts'

/**
 * SQLSTATEs that say the database cannot serve now: cannot connect (08), out of resources (53), shut down (57P0x), waited too long for a
 * lock (55P03) or a statement (57014).
 */
const unavailable = /^(08...|53...|57P0[1-4]|55P03|57014)$/
const poolMessages =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|connection ended/i

/**
 * Whether the failure means "the database is not there or overloaded": HTTP 503, try again soon. A broken connection says so only where it
 * was one to the database: callers, mail servers and providers break theirs with the same codes.
 */
export function isUnavailable(error: unknown): boolean {
  if (!isOfDatabase(error)) return false
  return isUnreachable(error) || unavailable.test(codeOf(error) ?? '') || poolMessages.test(error.message)
}

/** Whether the database refused a value that no rule of ours had refused before: out of the column's range, or against a CHECK. */
export function isRefusedValue(error: unknown): boolean {
  return isOfDatabase(error) && ['22003', '23514'].includes(codeOf(error) ?? '')
}

/** Whether the caller disconnected before the whole request arrived: there is nobody to answer, and no server fault. */
export function isAborted({ complete, destroyed, errored }: IncomingMessage): boolean {
  return !complete && (destroyed || errored !== null)
}
