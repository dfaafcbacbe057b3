import { expect, test } from 'vitest'
import { sideWord } from '../../../src/renderers/cells/words.ts'
import { filterText, itemOf } from '../../../src/renderers/screens/crud/search/searchItems.ts'
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
    { zone: 'Asia/Shanghai', areas: env.areas, names },
  )

test('a filter by rows of another table shows their names, and the key where there is none', () => {
  expect(said('user_id', '7')).toBe('Lin')
  expect(said('user_id', ['7', '9'], 'IN')).toBe('Lin, 9')
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
