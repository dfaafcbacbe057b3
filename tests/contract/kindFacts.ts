import { type KindName, kindNames } from '../../src/schemas/kinds/index.ts'

const optionLists = { options: [{ value: 1 }, { value: 2 }, { value: 3 }] }

/** What a field of a kind must say besides its kind. */
export const needed: Partial<Record<KindName, Record<string, unknown>>> = {
  password: { secret: true },
  code: { event: 'user_change_email' },
  select: optionLists,
  radio: optionLists,
  checkbox: optionLists,
  multiselect: optionLists,
  remoteSelect: { table: 'lab_label', show: 'name' },
  remoteMultiSelect: { table: 'lab_label', show: 'name' },
  subtable: {
    fields: {
      title: { kind: 'string', required: true, maxLength: 20 },
      quantity: { kind: 'integer', min: 1, max: 9 },
      reason: { kind: 'string', when: { visible: { quantity: { gt: 5 } }, required: { quantity: { gt: 5 } } } },
      card: { kind: 'idnumber' },
      text: { kind: 'richtext' },
    },
  },
}

/** Wire values that a field of a kind must refuse: by its codec, by its schema, or by its kind's own rule. */
export const bad: Partial<Record<KindName, readonly unknown[]>> = {
  string: ['x'.repeat(256), {}, ['a']],
  textarea: ['x'.repeat(65_536), {}],
  richtext: ['x'.repeat(200_001), {}],
  account: ['ab', '1abc', 'a b c', 'a'.repeat(16), '名字abc'],
  password: ['12345', 'a'.repeat(33), 'abc<def', "it's-me", 'a"quoted', 'two\nlines', 'password', 'Qwerty123'],
  code: ['123', '123456789', '12-456', '12 345'],
  mobile: ['12345678901', '1380013800', '138001380001', '23800138000'],
  idnumber: ['110101199003074515', '11010119900230451X', '1101011990030', 'abcdefghijklmnopqr', '010101199003070013'],
  email: ['nobody', 'a@b', '@example.com', 'a b@example.com'],
  url: ['javascript:alert(1)', '//evil.example', 'ftp://x', 'data:text/html,x', '/\\evil'],
  varname: ['1a', 'a-b'],
  number: ['1,5', 'abc', {}, '1.234'],
  integer: ['1.5', 1.5, 'x', '9007199254740993', 3_000_000_000],
  float: ['1e', '0.001'],
  money: ['1.005', '1e3', 'x', '12345678901234567.00'],
  weigh: ['x', 1.5],
  date: ['2026-02-30', '30.1.2026'],
  time: ['25:00', 'noon'],
  duration: ['12', '1:2', '00:60:00', '00:00:60', '100:00:00', 723_456, '-00:00:01', 'noon', '00:00:01.2345'],
  datetime: ['2026-02-30 00:00:00', 'yesterday'],
  year: ['20x6', 20_000],
  switch: ['maybe', 7],
  radio: ['4'],
  select: ['4', 'x'],
  checkbox: ['1,4'],
  multiselect: [['1', '9']],
  tags: [['x'.repeat(1001)], [{}], {}],
  remoteSelect: ['abc'],
  remoteMultiSelect: [['abc']],
  city: [['330000'], ['330000', '330100'], [110_000, 330_100, 330_106], ['x'], 'Hangzhou', [330_000, 330_100, 330_106, 1]],
  regions: [['x'], 'Hangzhou', [330_000, 330_100], [330_100, 330_106], [9], {}],
  image: ['javascript:alert(1)', '//evil.example/x.png'],
  images: [['javascript:alert(1)']],
  file: ['file:///etc/passwd'],
  files: [['data:text/html,x']],
  icon: ['<svg>'],
  color: ['red', '#12', 'url(x)', '#11223344', 'rgba(0,0,0,.5)'],
  array: ['{', 7, [1], [{ key: 'k'.repeat(201), value: '' }]],
  subtable: [
    'x',
    [{ title: '' }],
    [{ title: 'a', quantity: 10 }],
    [{ title: 'a', quantity: 6 }],
    [{ title: 'a', card: '110101199003074515' }],
  ],
  specEditor: [
    'x',
    [],
    { attributes: 'Red' },
    { skus: [{ values: ['Red'], id: 'x' }] },
    { skus: [{ image: 'javascript:alert(1)' }] },
    { skus: Array.from({ length: 5001 }, () => ({})) },
    {},
    { skus: [{ price: '0.00', stock: 1 }] },
    { skus: [{ price: 'many', stock: 1 }] },
    {
      skus: [
        { price: '1.00', stock: 1 },
        { price: '1.00', stock: 1 },
      ],
    },
    { attributes: [{ name: '', values: [{ value: 'Red' }] }], skus: [{ values: ['Red'], price: '1.00', stock: 1 }] },
  ],
}

/** Kinds whose value nobody enters, or that always have one. */
export const neverMissing: readonly KindName[] = ['switch', 'json']

/** Name of the field of a kind on the page that has one of each. */
export const fieldName = (kind: string) => `f_${kind.toLowerCase()}`

/** A screen with one field of each kind. */
export const kindsPage = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_kind', unindexedBecause: 'a table of tests' },
  fields: {
    name: { kind: 'string', maxLength: 40 },
    ...Object.fromEntries(kindNames.map((kind) => [fieldName(kind), { kind, ...needed[kind] }])),
  },
  table: {
    columns: ['id', 'name', ...kindNames.filter((kind) => kind !== 'password').map(fieldName)],
    search: [],
  },
  form: { fields: ['name', ...kindNames.map(fieldName)] },
}
