import { createHash } from 'node:crypto'
import type { Writer } from '../../../../server/core/db/connect.ts'
import { formatDateTime } from '../../../../src/schemas/kinds/clock.ts'
import { day, hour } from '../clock.ts'
import { insert } from '../goods/goods.ts'
import { randomFrom } from '../random.ts'

/** A seed of their own: the rest of the demo shop is the same with and without visits. */
const seed = 0x56495349
const days = 90

/** Who opened the demo shop's pages on each of its ninety days: a few dozen a day, more and more of them. */
export async function seedVisits(trx: Writer, now: number): Promise<void> {
  const random = randomFrom(seed)
  const rows: Record<string, unknown>[] = []
  for (let ago = days - 1; ago >= 0; ago--) {
    const today = formatDateTime(now - ago * day).slice(0, 10)
    const visits = random.between(18, 30) + Math.floor((days - ago) / 4)
    for (let n = 0; n < visits; n++) {
      const time = now - ago * day - random.int(10 * hour)
      if (formatDateTime(time).slice(0, 10) !== today) continue // of a day that has just begun there are fewer
      const visitor = createHash('sha256').update(`${today} demo ${n}`).digest('hex')
      rows.push({ day: today, visitor, create_time: time, update_time: time })
    }
  }
  await insert(trx, 'site_visit', rows)
}
