import { allocate } from '../command.ts'

/** A part of a refund: what was asked for it, and the most that it can give. Fen. */
export interface Room {
  asked: number
  most: number
}

/**
 * Splits an agreed amount over the parts of a refund: in proportion to what was asked as long as that is enough, and what goes beyond in
 * proportion to what is left of each. No part gives more than its most; undefined when all of them together cannot give it.
 */
export function agreedParts(agreed: number, rooms: readonly Room[]): number[] | undefined {
  const asked = rooms.map((room) => Math.min(room.asked, room.most))
  const total = asked.reduce((sum, part) => sum + part, 0)
  if (agreed <= total) return allocate(agreed, asked)
  const left = rooms.map((room, i) => room.most - (asked[i] ?? 0))
  const rest = agreed - total
  if (rest > left.reduce((sum, part) => sum + part, 0)) return undefined
  return allocate(rest, left).map((part, i) => part + (asked[i] ?? 0))
}
