import { describe, expect, it } from 'vitest'
import { type Inferred, inferScreen, screenIdOf } from '../../codegen/infer/infer.ts'
import { humanise, tableWords } from '../../codegen/infer/naming/names.ts'
import type { KnownTable } from '../../codegen/infer/plan.ts'
import { worldOf } from '../../codegen/infer/world.ts'
import { readComment } from '../../codegen/introspect/comment.ts'
import type { ColumnFacts, TableFacts } from '../../codegen/introspect/facts.ts'

const column = (name: string, type: string, more: Partial<ColumnFacts> = {}): ColumnFacts => ({
  name,
  type,
  nullable: true,
  default: null,
  counted: false,
  comment: '',
  enumValues: null,
  ...more,
})
const table = (columns: ColumnFacts[], more: Partial<TableFacts> = {}): TableFacts => ({
  name: 'test_build',
  comment: '',
  columns: [column('id', 'integer', { counted: true, nullable: false }), ...columns],
  primaryKey: ['id'],
  unique: [],
  foreignKeys: [],
  checks: [],
  ...more,
})
const screenOf = (facts: TableFacts, known: ReadonlyMap<string, KnownTable> = new Map()): Inferred => {
  const told = { notes: [], choices: [] }
  const made = inferScreen(facts, worldOf({ tables: [facts], ids: new Map(), known }, told))
  return { ...made, notes: [...told.notes, ...made.notes] }
}
const users = new Map([['user', { page: 'user/user', show: 'name', key: 'id' }]])
const kindOf = (facts: ColumnFacts, more: Partial<TableFacts> = {}): unknown =>
  (screenOf(table([facts], more), users).page.fields as Record<string, { kind: string }>)[facts.name]?.kind

describe('a name in words', () => {
  it.each([
    ['order_no', 'Order number'],
    ['no', 'Number'],
    ['no_show', 'No show'],
    ['MRN', 'MRN'],
    ['CUST_NO', 'Customer number'],
    ['GRP_NAME', 'Group name'],
  ])('%s is "%s"', (name, words) => {
    expect(humanise(name)).toBe(words)
  })

  it.each([
    ['VisitsToday', 'Visits today'],
    ['order_details', 'Order details'],
  ])('the list of %s is "%s"', (name, title) => {
    expect(tableWords(name).title).toBe(title)
  })
})

describe('the kind of a column', () => {
  it.each([
    ['weigh', 'integer', 'weigh'],
    ['create_time', 'bigint', 'datetime'],
    ['login_time', 'bigint', 'datetime'],
    ['shipped_at', 'timestamp without time zone', 'datetime'],
    ['is_switch', 'smallint', 'switch'],
    ['active', 'boolean', 'switch'],
    ['content', 'text', 'richtext'],
    ['avatar', 'character varying(255)', 'image'],
    ['cover_image', 'character varying(255)', 'image'],
    ['menu_icon', 'character varying(50)', 'icon'],
    ['bg_color', 'character varying(50)', 'color'],
    ['price', 'numeric(10,2)', 'number'],
    ['weight', 'double precision', 'number'],
    ['birthday', 'date', 'date'],
    ['opens', 'time without time zone', 'time'],
    ['founded_year', 'smallint', 'year'],
    ['params_array', 'jsonb', 'array'],
    ['payload', 'jsonb', 'json'],
    ['title', 'character varying(100)', 'string'],
    ['picture', 'bytea', undefined],
  ])('%s of type %s is %s', (name, type, kind) => {
    expect(kindOf(column(name, type))).toBe(kind)
  })

  it('is a choice when the comment has a dictionary', () => {
    const facts = column('status', 'smallint', { comment: '状态:0=禁用,1=启用' })
    expect(kindOf(facts)).toBe('radio')
    const { page, words } = screenOf(table([facts]))
    expect((page.fields as Record<string, unknown>).status).toMatchObject({
      kind: 'radio',
      options: [{ value: 0 }, { value: 1 }],
    })
    expect(words['zh-cn']).toMatchObject({ fields: { status: { label: '状态', options: { 0: '禁用', 1: '启用' } } } })
  })

  it('is a remote select when a foreign key points at a table with a screen, else what its type says', () => {
    const facts = column('user_id', 'integer')
    expect(kindOf(facts, { foreignKeys: [{ column: 'user_id', table: 'user', refColumn: 'id' }] })).toBe('remoteSelect')
    expect(kindOf(facts, { foreignKeys: [{ column: 'user_id', table: 'nowhere', refColumn: 'id' }] })).toBe('integer')
  })
})

describe('a table', () => {
  it('without a key, or with one whose columns no address can name, yields a read-only screen that says why', () => {
    expect(screenOf(table([], { primaryKey: [] })).page.entity).toMatchObject({ key: null, readOnly: 'noKey' })
    expect(screenOf(table([column('other', 'interval')], { primaryKey: ['id', 'other'] })).page.entity).toMatchObject({
      key: null,
      readOnly: 'compositeKey',
    })
  })

  it('with a key of several columns yields a screen whose rows can be written', () => {
    const { entity } = screenOf(table([column('other', 'integer')], { primaryKey: ['id', 'other'] })).page
    expect(entity).toMatchObject({ key: ['id', 'other'] })
    expect(entity).not.toHaveProperty('readOnly')
  })

  it('with a required column that cannot be entered yields a read-only screen and a note', () => {
    const made = screenOf(table([column('blob', 'bytea', { nullable: false })]))
    expect(made.page.entity).toMatchObject({ readOnly: 'unreadableColumn' })
    expect(made.notes.join()).toMatch(/test_build\.blob: required, but values of type bytea cannot be entered/)
  })

  it('has numbers to be called whole in its list, with a button that copies them', () => {
    const names = ['name', 'phone', 'contact_tel', 'mobileNo', 'hotel', 'cancelled']
    const { table: list } = screenOf(table(names.map((name) => column(name, 'text')))).page
    const columns = (list as { columns: unknown[] }).columns.filter((each) => JSON.stringify(each).includes('copy'))
    expect(columns).toEqual(['phone', 'contact_tel', 'mobileNo'].map((field) => ({ field, copy: true })))
  })

  it('derives the id of its screen from its name', () => {
    expect(screenIdOf('shop_goods_spec')).toBe('shop/goods/spec')
    expect(screenIdOf('Album')).toBe('album')
    expect(screenIdOf('../../x')).toBe('x')
  })
})

describe('a comment', () => {
  it('is read with ASCII and full-width punctuation', () => {
    const options = [
      { value: '1', label: '男' },
      { value: '2', label: '女' },
    ]
    expect(readComment('性别:1=男,2=女')).toEqual({ title: '性别', options })
    expect(readComment('性别：1=男，2=女')).toEqual({ title: '性别', options })
    expect(readComment('一句话: 没有字典')).toEqual({ title: '一句话: 没有字典', options: [] })
  })
})
