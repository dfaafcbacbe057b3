import { createHash, randomBytes } from 'node:crypto'
import type { TerminalCommand } from '../../../src/schemas/api/terminal.ts'
import type { Lang } from '../../core/context.ts'

/** Seconds in which a run has to begin once the password was given (controls D3). */
const ticketSeconds = 60
/** Tickets that wait at once; the oldest goes first. */
const mostTickets = 100

/** What a ticket is good for. */
export interface Ticket {
  adminId: number
  sessionId: string
  command: TerminalCommand
  /** Language of the output: the stream's own request names none. */
  lang: Lang
}

/** Tickets of this node, stored as hashes in memory: after a restart a new one is requested. */
export interface Tickets {
  give(ticket: Ticket): string
  /** What it was good for; undefined when it is unknown, too old or was used. It is used up whatever becomes of the run. */
  take(secret: unknown): Ticket | undefined
}

/** Makes an empty store. */
export function makeTickets(): Tickets {
  const waiting = new Map<string, Ticket & { until: number }>()
  return {
    give(ticket) {
      const secret = randomBytes(24).toString('base64url')
      for (const old of [...waiting.keys()].slice(0, Math.max(0, waiting.size - mostTickets + 1))) waiting.delete(old)
      waiting.set(hashOf(secret), { ...ticket, until: Date.now() + ticketSeconds * 1000 })
      return secret
    },
    take(secret) {
      if (typeof secret !== 'string') return undefined
      const key = hashOf(secret)
      const found = waiting.get(key)
      waiting.delete(key)
      if (!found || found.until < Date.now()) return undefined
      const { until: _, ...ticket } = found
      return ticket
    },
  }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
