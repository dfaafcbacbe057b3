import { randomInt } from 'node:crypto'
import type { CommandContext } from '../../../server/core/command.ts'
import type { Writer } from '../../../server/core/db/connect.ts'
import { Refused } from '../../../server/core/refuse.ts'
import { formatDateTime } from '../../../src/schemas/kinds/clock.ts'
import { readShopSettings, type ShopSettings } from './settings/settings.ts'

/** A command of the shop may bring its own rules of trade: the demo shop's are not those of the settings screen. */
export interface ShopCommand extends CommandContext {
  settings?: ShopSettings
}

/** The row of a statement that counts or sums. */
export interface Counted {
  n: number
}

/** The rules of trade a command follows: those of the settings screen as they are now, unless it brings its own. */
export async function settingsOf(trx: Writer, env: ShopCommand): Promise<ShopSettings> {
  return env.settings ?? readShopSettings(trx)
}

/** The record was changed by someone else between reading and writing. */
export function changed(): Refused {
  return new Refused('shop.changed', {}, { type: 'conflict' })
}

/**
 * An 18-digit number: yymmddHHMMSS of the shop's zone and six digits by chance. Where two are drawn alike the unique index refuses the
 * second, and its transaction is run again with another (`isRepeatable`).
 */
export function numberOf(env: CommandContext): string {
  const limit = 1_000_000
  const random = env.random ? env.random(limit) : randomInt(limit)
  return `${formatDateTime(env.now).slice(2).replace(/\D/g, '')}${String(random).padStart(6, '0')}`
}

/**
 * Splits an amount over weights so that the parts sum to it exactly: shares are rounded down, and the remaining fen go to the largest
 * remainders. All integers; if the weights sum to zero, the first gets everything.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, w) => sum + w, 0)
  if (total === 0) return weights.map((_, i) => (i === 0 ? amount : 0))
  const exact = weights.map((w) => ({
    part: Number((BigInt(amount) * BigInt(w)) / BigInt(total)),
    rest: Number((BigInt(amount) * BigInt(w)) % BigInt(total)),
  }))
  let left = amount - exact.reduce((sum, e) => sum + e.part, 0)
  const order = exact.map((_, i) => i).sort((a, b) => (exact[b]?.rest ?? 0) - (exact[a]?.rest ?? 0) || a - b)
  const parts = exact.map((e) => e.part)
  for (const i of order) {
    if (left-- <= 0) break
    parts[i] = (parts[i] ?? 0) + 1
  }
  return parts
}
