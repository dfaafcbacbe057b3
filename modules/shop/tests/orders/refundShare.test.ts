import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreedParts } from '../../server/refund/share.ts'

const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0)
const rooms = fc.array(
  fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000)).map(([asked, more]) => ({ asked, most: asked + more })),
  { minLength: 1, maxLength: 6 },
)

test('an agreed amount is split without a fen lost; no part gives more than it has, nor more than was asked while that is enough', () => {
  fc.assert(
    fc.property(rooms, fc.nat(100), (all, percent) => {
      const most = sum(all.map((room) => room.most))
      const agreed = Math.floor((most * percent) / 100)
      const parts = agreedParts(agreed, all)
      expect(parts && sum(parts)).toBe(agreed)
      const enough = agreed <= sum(all.map((room) => room.asked))
      for (const [i, part] of (parts ?? []).entries()) {
        expect(part).toBeGreaterThanOrEqual(enough ? 0 : (all[i]?.asked ?? 0))
        expect(part).toBeLessThanOrEqual((enough ? all[i]?.asked : all[i]?.most) ?? 0)
      }
      expect(agreedParts(most + 1, all)).toBeUndefined()
    }),
  )
})
