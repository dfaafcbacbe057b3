import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../server/core/db/connect.ts'
import { createTable } from '../../server/core/db/migrate/diff.ts'
import { toDb } from '../../server/core/db/values.ts'
import type { Field } from '../../src/schemas/field.ts'
import { type KindName, kindNames, kinds } from '../../src/schemas/kinds/index.ts'
import { CodecError, type Kind } from '../../src/schemas/kinds/kind.ts'
import { parseEntity } from '../../src/schemas/language/entity/parseEntity.ts'
import { freshDatabase, type TestDatabase } from '../harness/database.ts'
import { bad, needed } from './kindFacts.ts'
import { byBrowser, byServer, fieldOf, limits } from './verdicts.ts'

let base: TestDatabase
let database: Database
beforeAll(async () => {
  base = await freshDatabase('empty')
  database = openDatabase(base.url, { connections: 1 })
})
afterAll(async () => {
  await database?.close()
  await base?.drop()
})

let tables = 0
/** A table whose one column is a field of the kind: says of a model value whether the database takes it. */
async function column(name: KindName, more: object): Promise<(value: unknown) => Promise<boolean>> {
  const table = `kind_${++tables}`
  const entity = parseEntity({ table }, { value: { kind: name, ...needed[name], ...more } }, [], [])
  const field = entity?.fields.value
  if (!entity || !field) throw new Error(`no table of a field of kind ${name}`)
  for (const text of createTable(entity).flatMap((step) => step.sql)) await sql.raw(text).execute(database.write)
  return async (value) => {
    const write = sql`insert into ${sql.table(table)} ("value", create_time, update_time) values (${toDb(value, field)}, 0, 0)`
    return write.execute(database.write).then(
      () => true,
      (error: { code?: string }) => {
        // A rule, a length, or a number beyond the column: anything else is a fault of the test.
        if (!['23514', '22001', '22003'].includes(error.code ?? '')) throw error
        return false
      },
    )
  }
}

/** Model values of what the wire carries; what is no value of the kind never reaches a database. */
function models(field: Field, wires: readonly unknown[]): [wire: unknown, value: unknown][] {
  const kind: Kind = kinds[field.kind as KindName]
  return wires.flatMap((wire): [unknown, unknown][] => {
    try {
      return [[wire, kind.fromWire(wire, field)]]
    } catch (error) {
      if (error instanceof CodecError) return []
      throw error
    }
  })
}

/** What browser and server refuse and no constraint can, by the kind, with the reason. */
const notHeld: Partial<Record<KindName, string>> = {
  password: 'what is kept is a hash',
  idnumber: 'the checksum and the birthday are computed',
  string: 'a named rule reads properties of characters',
  number: 'decimals beyond the column are rounded by it',
  float: 'decimals beyond the column are rounded by it',
  date: '"now" moves',
  datetime: '"now" moves',
  city: 'a region is looked up on the map',
  regions: 'a region is looked up on the map',
  images: 'the parts of a list',
  files: 'the parts of a list',
  tags: 'the parts of a list',
  array: 'the parts of a list',
  subtable: 'the parts of a list',
  specEditor: 'the parts of a document',
}
const used = new Set<string>()

/** The three verdicts of a value; of one that is refused the database's must not differ either, but for the reasons above. */
async function agree(name: KindName, field: Field, takes: (value: unknown) => Promise<boolean>, wire: unknown, value: unknown) {
  const told = JSON.stringify(wire)?.slice(0, 80)
  const browser = Object.values(byBrowser(field, wire))
  expect(Object.values(byServer(field, wire)), told).toEqual(browser)
  const taken = await takes(value)
  if (browser.length === 0) expect(taken, `${told} is taken by browser and server`).toBe(true)
  else if (taken && notHeld[name]) used.add(name)
  else expect(taken, `${told} is refused by browser and server (${browser.join()})`).toBe(false)
}

describe.each(kindNames)('the column of a field of kind %s', (name) => {
  it('takes what browser and server take, and refuses what they refuse', async () => {
    const field = fieldOf(name)
    if (!field.store) return
    const kind: Kind = kinds[name]
    const takes = await column(name, {})
    const samples = [1, 2, 17].map((n) => kind.sample(field, n))
    for (const value of [...samples, kind.fromWire('', field)]) expect(await takes(value), JSON.stringify(value)).toBe(true)
    for (const [wire, value] of models(field, bad[name] ?? [])) await agree(name, field, takes, wire, value)
  })
})

describe('limits of fields', () => {
  it.each(limits)(
    '%s %j: %j is refused with %s and %j taken by the database as well',
    async (name, options, refused, _code, taken) => {
      const field = fieldOf(name, options)
      const takes = await column(name, options)
      for (const [wire, value] of models(field, [refused, taken])) await agree(name, field, takes, wire, value)
    },
  )

  /** Limits that the database holds itself, each with a value beyond it that nothing else of the column refuses. */
  it.each<[KindName, object, unknown]>([
    ['string', { minLength: 3 }, 'ab'],
    ['string', { pattern: '^[0-9]{6}$' }, '12'],
    ['textarea', { maxLength: 3 }, 'abcd'],
    ['mobile', {}, '12345678901'],
    ['email', {}, 'nobody'],
    ['url', {}, 'javascript:alert(1)'],
    ['account', {}, '1abc'],
    ['color', {}, 'red'],
    ['icon', {}, '<svg>'],
    ['image', {}, 'javascript:alert(1)'],
    ['money', { max: '1.00' }, 101],
    ['date', { min: '2026-01-10' }, '2026-01-09'],
    ['time', { max: '18:00' }, '18:00:01'],
    ['datetime', { max: '2026-01-01 00:00:00' }, 1_767_225_601],
    ['checkbox', {}, [4]],
    ['multiselect', { max: 1 }, [1, 2]],
    ['checkbox', { min: 2 }, [1]],
    ['tags', { max: 1 }, ['a', 'b']],
    ['array', {}, { key: 'a' }],
    ['array', { max: 1 }, [1, 2]],
    ['subtable', { min: 2 }, [{ title: 'a' }]],
    ['subtable', {}, 'x'],
  ])('%s %j: %j cannot be written past the server', async (name, options, value) => {
    expect(await (await column(name, options))(value)).toBe(false)
  })
})

it('every reason why no constraint holds something is needed', () => {
  expect(Object.keys(notHeld).filter((name) => !used.has(name))).toEqual([])
})
