import { expect, test } from 'vitest'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { beginDay, createWorkday, dayPart, togglePause, workedSeconds } from '../../src/runtime/screens/workday.ts'

const at = (time: string, day = '2026-03-02') => new Date(`${day}T${time}`)

test('the greeting goes by the hour', () => {
  const hours = [0, 4, 5, 8, 9, 11, 12, 13, 14, 17, 18, 23]
  const two = (part: string) => [part, part]
  expect(hours.map(dayPart)).toEqual(['night', 'morning', 'forenoon', 'noon', 'afternoon', 'evening'].flatMap(two))
})

test('the time worked excludes breaks, is stored in the browser, and restarts each day', () => {
  const storage = memoryStorage()
  const first = createWorkday(storage, at('09:00:00'))
  expect(workedSeconds(first.state, at('10:00:00'))).toBe(3600)
  togglePause(first.state, at('10:00:00'))
  expect(workedSeconds(first.state, at('11:30:00'))).toBe(3600)
  togglePause(first.state, at('11:30:00'))
  expect(workedSeconds(first.state, at('12:00:00'))).toBe(5400)
  storage.set('workingTime', JSON.stringify(first.state))
  first.stop()
  const again = createWorkday(storage, at('13:00:00'))
  expect(workedSeconds(again.state, at('13:00:00'))).toBe(9000)
  beginDay(again.state, at('08:00:00', '2026-03-03'))
  expect(workedSeconds(again.state, at('08:10:00', '2026-03-03'))).toBe(600)
  again.stop()
})
