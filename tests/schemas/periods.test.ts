import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysOf } from '../../src/schemas/language/wire/daysOf.ts'
import { isPeriod, type Period, periods } from '../../src/schemas/language/wire/periods.ts'

test.each<[Period, string, string, string]>([
  ['today', '2026-11-25', '2026-11-25', '2026-11-25'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
  ['last7Days', '2026-11-03', '2026-10-28', '2026-11-03'],
  ['last30Days', '2026-03-01', '2026-01-31', '2026-03-01'],
  ['thisMonth', '2026-02-10', '2026-02-01', '2026-02-28'],
  ['thisMonth', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['thisMonth', '2026-12-31', '2026-12-01', '2026-12-31'],
  ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['lastMonth', '2026-05-31', '2026-04-01', '2026-04-30'],
])('%s on %s is from %s to %s', (period, today, from, to) => {
  expect(daysOf(period, today)).toEqual([from, to])
})

const day = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const dayAfter = (text: string) => new Date(Date.parse(text) + 86_400_000).toISOString().slice(0, 10)
const length = ([from, to]: [string, string]) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

test('on every day of a century the spans meet: yesterday ends before today, last month before this one', () => {
  fc.assert(
    fc.property(day, (today) => {
      expect(dayAfter(daysOf('yesterday', today)[1])).toBe(today)
      expect(dayAfter(daysOf('lastMonth', today)[1])).toBe(daysOf('thisMonth', today)[0])
      expect([length(daysOf('last7Days', today)), length(daysOf('last30Days', today))]).toEqual([7, 30])
      for (const period of periods) {
        const [from, to] = daysOf(period, today)
        expect(from <= to && (period === 'thisMonth' || to <= today)).toBe(true)
      }
    }),
  )
})

test('only its own names are periods', () => {
  expect(['today', 'Today', 'today,', '', 'constructor', ['today'], null].map(isPeriod)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ])
})
