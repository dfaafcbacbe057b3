import { expect, test } from 'vitest'
import { sideWord } from '../../../src/renderers/cells/words.ts'
import { filterText } from '../../../src/renderers/screens/crud/filters/filterText.ts'
import { itemOf } from '../../../src/renderers/screens/crud/search/searchItems.ts'
import { testPage } from '../../runtime/support.ts'
import { env } from '../face.ts'

const page = testPage('lab/chips', {
  entity: { table: 'lab_chips' },
  fields: {
    user_id: { kind: 'remoteSelect', page: 'user/user', show: 'nickname' },
    is_self: { kind: 'switch' },
    open: { kind: 'switch', on: 'yes', off: 'no' },
    level: { kind: 'select', options: [{ value: 1 }, { value: 2 }] },
  },
  table: { columns: ['id'], search: ['user_id', 'is_self', 'open', 'level'] },
})
const words: Readonly<Record<string, string>> = {
  'fields.is_self.options.on': 'Myself',
  'fields.is_self.options.off': 'Others',
  'fields.level.options.2': 'Gold',
}
const find = (key: string) => words[key]
const names = (field: string, key: string) => (field === 'user_id' && key === '7' ? 'Lin' : undefined)
const said = (name: string, value: string | string[], operator: 'eq' | 'IN' = 'eq') =>
  filterText(
    itemOf(page, name, operator, find),
    value,
    { say: (key) => key, find },
    { lang: 'en', zone: 'Asia/Shanghai', areas: env.areas, names },
  )

test('a filter by rows of another table shows their names, and the key where there is none', () => {
  expect(said('user_id', '7')).toBe('Lin')
  expect(said('user_id', ['7', '9'], 'IN')).toBe('Lin, 9')
})

test('ranges of times and amounts are told in words, with their open ends', () => {
  const page2 = testPage('lab/spans', {
    entity: { table: 'lab_spans' },
    fields: { at: { kind: 'datetime' }, day: { kind: 'date' }, price: { kind: 'money' } },
    table: { columns: ['id'], search: ['at', 'day', 'price'] },
  })
  const of = (name: string, value: string | string[], lang = 'en') =>
    filterText(
      itemOf(page2, name, 'RANGE', find),
      value,
      { say: (key, params) => [key.replace(/^ui\.filters\./, ''), ...Object.values(params ?? {})].join(' '), find },
      { lang, zone: 'America/New_York', areas: env.areas, names },
    )
  expect(of('day', ['2026-11-01', ''])).toBe('from 1 Nov 2026')
  expect(of('day', ['', '2026-11-01'])).toBe('until 1 Nov 2026')
  expect(of('day', ['2026-11-01', '2026-11-03'])).toBe('1 Nov 2026 – 3 Nov 2026')
  expect(of('day', ['2026-11-01', '2026-11-01'], 'zh-cn')).toBe('2026年11月1日')
  // 1 November in New York, which has 25 hours, from its first second to its last.
  expect(of('at', ['1793505600', '1793595599'])).toBe('1 Nov 2026')
  expect(of('at', ['1793505601', ''])).toBe('from 1 Nov 2026 00:00:01')
  expect(of('at', 'last7Days')).toBe('period.last7Days')
  expect(of('price', ['1.00', ''])).toBe('more 1.00')
  expect(of('price', ['', '9.99'])).toBe('less 9.99')
})

test('a filter by a switch shows its own words, or the usual ones', () => {
  expect(['1', '0'].map((value) => said('is_self', value))).toEqual(['Myself', 'Others'])
  expect(['yes', 'no'].map((value) => said('open', value))).toEqual(['ui.list.on', 'ui.list.off'])
  expect(said('level', ['2', '1'], 'IN')).toBe('Gold, 1')
})

test('forms, lists and filters say the sides of a switch alike: by value, by side, else as usual', () => {
  const say = (key: string) => key
  expect(sideWord({ words: 'fields.is_self', isOn: true, value: 1 }, find, say)).toBe('Myself')
  expect(sideWord({ words: 'fields.level', isOn: true, value: 2 }, find, say)).toBe('Gold')
  expect(sideWord({ words: 'fields.open', isOn: false, value: 'no' }, find, say)).toBe('ui.list.off')
})
