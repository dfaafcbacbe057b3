import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresPattern } from '../../server/core/db/pattern.ts'
import { type KindName, kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import type { Kind } from '../../src/schemas/kinds/kind.ts'
import { fieldOf } from '../contract/verdicts.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { isLong } from '../harness/sampling.ts'

let base: TestDatabase
let client: Client
beforeAll(async () => {
  base = await freshDatabase('empty')
  client = new Client({ connectionString: base.url })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await base?.drop()
})

const written = [
  '^\\d{3}-\\w+$',
  '^[^\\s/?#]+$',
  '\\S\\s\\S',
  '^.$',
  '^(?!x)[a-z.\\-\\]]*$',
  '^(?:a|b|)c{2,3}$',
  '^[\\u4e00-\\u9fa5]{2,}$',
  '^\\W+$',
  '[$^]',
  '^a+?b*$',
  '^\\$\\{x\\}$',
  '^it\'s "q"$',
  '^[\\\\/]$',
]
const ofKinds = kindNames.flatMap((name: KindName) => {
  const kind: Kind = kinds[name]
  const schema = kind.schema(fieldOf(name))
  return [schema.pattern, schema.items?.pattern].flatMap((pattern) => (pattern === undefined ? [] : [pattern]))
})

/** Seeded, so that a failure can be seen again. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
const pieces = [
  ...[
    'a',
    'b',
    'c',
    'cc',
    'x',
    'Z',
    '0',
    '7',
    '123',
    '-',
    '_',
    '.',
    '/',
    '\\',
    '?',
    '#',
    '$',
    '^',
    '{x}',
    ']',
    '[',
    ' ',
    '\t',
    '\n',
    '\r',
  ],
  ...[
    '\u00a0',
    '\u2028',
    '\u3000',
    '\ufeff',
    '中',
    '文',
    'é',
    '٣',
    '😀',
    '@',
    ':',
    ',',
    "'",
    '"',
    '+',
    '(',
    ')',
    'rgba(1, 2, 3, 0.5)',
    '#a1B2c3',
  ],
  ...[
    'https://a.b/c',
    'mailto:x',
    'tel:+1',
    'a@b.cn',
    '13800138000',
    '2026-01-02',
    '08:30:00',
    '110101900307451',
    '/storage/a.png',
    'pi-home',
  ],
]

describe.each([...new Set([...written, ...ofKinds])])('the pattern %j', (pattern) => {
  it('means the same in PostgreSQL', async () => {
    const own = postgresPattern(pattern)
    if (own === null) throw new Error('there is no such pattern for PostgreSQL')
    const next = random(pattern.length * 7919 + 3)
    const count = isLong ? 5000 : 400
    const texts = ['', ...pieces]
    while (texts.length < count)
      texts.push(Array.from({ length: Math.floor(next() * 5) }, () => pieces[Math.floor(next() * pieces.length)]).join(''))
    const { rows } = await client.query<{ fits: boolean }>(
      'select t ~ $2 as fits from unnest($1::text[]) with ordinality as x(t, n) order by n',
      [texts, own],
    )
    const js = new RegExp(pattern, 'u')
    const differ = texts.filter((text, i) => rows[i]?.fits !== js.test(text))
    expect(differ).toEqual([])
  })
})

it.each(['\\bx', '(?<year>\\d)', '(?<!a)b', '\\p{L}', '(a)\\1', '[]', '[^]', '[\\S]', 'a{300}', '\\u{1F600}', '[[:alpha:]'])(
  'what only JavaScript knows is left to it: %s',
  (pattern) => {
    expect(postgresPattern(pattern)).toBeNull()
  },
)
