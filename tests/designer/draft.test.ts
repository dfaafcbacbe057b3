import { describe, expect, test } from 'vitest'
import { clausesOf, conditionOf } from '../../src/renderers/designer/model/clauses.ts'
import {
  addField,
  emptyDraft,
  fieldsOf,
  moveField,
  removeField,
  renameField,
  withCondition,
  wordOf,
} from '../../src/renderers/designer/model/draft.ts'

const empty = emptyDraft('store/shelf', 'store_shelf', { 'zh-cn': '货架', en: 'Shelves' })
const state = { 'zh-cn': '选择', en: 'Select' }
const text = { 'zh-cn': '文本', en: 'Text' }

describe('a draft of the designer', () => {
  test('begins a field with what its kind is called in each language', () => {
    const { draft, name } = addField(empty, 'select', state)
    expect(name).toBe('select')
    expect(['zh-cn', 'en'].map((lang) => wordOf(draft, lang as 'en', ['fields', 'select', 'label']))).toEqual(['选择', 'Select'])
    expect(['zh-cn', 'en'].map((lang) => wordOf(draft, lang as 'en', ['fields', 'select', 'options', '2']))).toEqual([
      '选择 2',
      'Select 2',
    ])
  })

  test('keeps lists, form and words together when fields are moved, renamed and removed', () => {
    const two = addField(addField(empty, 'select', state).draft, 'string', text).draft
    const moved = moveField(two, 'string', 'select')
    expect(fieldsOf(moved)?.map(({ name }) => name)).toEqual(['string', 'select'])
    expect(JSON.parse(moved.page).table.columns).toEqual(['string', 'select'])
    const renamed = renameField(moved, 'string', 'place')
    expect(JSON.parse(renamed.page).form.fields).toEqual(['place', 'select'])
    expect(wordOf(renamed, 'zh-cn', ['fields', 'place', 'label'])).toBe('文本')
    const removed = removeField(renamed, 'select')
    expect(fieldsOf(removed)?.map(({ name }) => name)).toEqual(['place'])
    expect(JSON.parse(removed.words.en).fields).toEqual({ place: { label: 'Text' } })
  })
})

describe('a condition that is built by clicking', () => {
  test('is read from what a page writes, and written as a page would', () => {
    const json = { status: 2, amount: { gte: '1.00', lt: '9.00' }, note: { empty: false } }
    const clauses = clausesOf(json)
    expect(clauses).toEqual([
      { field: 'status', op: 'eq', value: 2 },
      { field: 'amount', op: 'gte', value: '1.00' },
      { field: 'amount', op: 'lt', value: '9.00' },
      { field: 'note', op: 'filled', value: '' },
    ])
    expect(conditionOf(clauses ?? [])).toEqual(json)
    expect([clausesOf(undefined), conditionOf([])]).toEqual([[], undefined])
  })

  test('leaves what says more to page.json', () => {
    for (const json of [{ any: [{ a: 1 }] }, { 'user.name': 'x' }, { $parent: 1 }, { a: { in: [1, 2] } }, 2])
      expect(clausesOf(json)).toBeUndefined()
  })

  test('goes with the last of its parts', () => {
    const { draft } = addField(empty, 'string', text)
    const shown = withCondition(draft, 'string', 'visible', { other: 1 })
    expect(JSON.parse(shown.page).fields.string.when).toEqual({ visible: { other: 1 } })
    expect(JSON.parse(withCondition(shown, 'string', 'visible', undefined).page).fields.string).toEqual({ kind: 'string' })
  })
})
