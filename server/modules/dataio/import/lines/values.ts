import { sql } from 'kysely'
import type { Field } from '../../../../../src/schemas/field.ts'
import { kindOf } from '../../../../../src/schemas/kinds/index.ts'
import { betweenItems, wireOfSheet } from '../../../../../src/schemas/language/wire/sheetText.ts'
import type { Context } from '../../../../core/context.ts'
import type { Writer } from '../../../../core/db/connect.ts'
import type { FieldMessage, Row } from '../../../../crud/domain.ts'
import { operatorSql } from '../../../../crud/operators.ts'
import { equalSql, sourceConditions, sourceOf } from '../../../../crud/rows/foreign.ts'
import { decodeKey } from '../../../../crud/rows/key.ts'
import { whereSql } from '../../../../crud/rows/rows.ts'
import type { ScreenAccess } from '../../../../crud/screen/access.ts'
import type { Screen } from '../../../../crud/screen/screen.ts'
import { optionTexts } from '../columns.ts'

/** A text that is no value of its field. */
export class CellFault extends Error {
  readonly finding: FieldMessage
  constructor(finding: FieldMessage) {
    super(finding.code)
    this.finding = finding
  }
}

/** What cells mean: words of options and names of rows, as wire values of the fields. */
export interface CellReader {
  /**
   * Throws `CellFault`. Saving validates everything else. `line` are the wire values read so far: they narrow the rows a name may refer
   * to, as they narrow the choices of the form.
   */
  read(trx: Writer, field: Field, text: string, line: Readonly<Row>): Promise<unknown>
  /** Rows that names stand for may be others from now on: a transaction begins, or what was written in it is undone. */
  forget(): void
}

/** Makes a reader for one import; names of rows that were found are kept until they are to be forgotten. */
export function makeCellReader(screen: Screen, ctx: Context): CellReader {
  const options = new Map<Field, Map<string, string | number>>()
  const found = new Map<string, string | number>()

  function option(field: Field, text: string): string | number {
    const known = options.get(field) ?? optionMap(screen, ctx, field)
    options.set(field, known)
    const value = known.get(text.toLowerCase())
    if (value === undefined) throw new CellFault({ code: 'option', params: { value: text.slice(0, 50) } })
    return value
  }

  async function row(trx: Writer, field: Field, text: string, line: Readonly<Row>): Promise<string | number> {
    const given = (field.depends ?? []).flatMap((name) => (line[name] === undefined ? [] : [[name, line[name]] as const]))
    const at = JSON.stringify([field.name, text, given])
    const known = found.get(at)
    if (known !== undefined) return known
    const key = await keyByName({ screen, ctx, db: trx }, field, text, given)
    found.set(at, key)
    return key
  }

  return {
    forget: () => found.clear(),
    async read(trx, field, text, line) {
      const kind = kindOf(field)
      const many = Array.isArray(kind.empty)
      const items = many ? text.split(betweenItems).flatMap((item) => item.trim() || []) : [text]
      if (field.page !== undefined || field.table !== undefined) {
        const keys: (string | number)[] = []
        for (const item of items) keys.push(await row(trx, field, item, line))
        return many ? keys : keys[0]
      }
      if (field.options || kind.input === 'switch') {
        const values = items.map((item) => option(field, item))
        return many ? values : values[0]
      }
      if (field.kind === 'array') return pairsOf(text)
      return wireOfSheet(field, text)
    },
  }
}

/** Rows of names and values in one cell: `colour=red; size=L`; JSON is read by the kind. */
function pairsOf(text: string): unknown {
  if (text.startsWith('[')) return text
  return text.split(/[;；\n]/).flatMap((part) => {
    if (part.trim() === '') return []
    const [, key = '', value = ''] = /^([^=＝:：]+)[=＝:：](.*)$/s.exec(part) ?? []
    if (key.trim() === '') throw new CellFault({ code: 'array' })
    return [{ key: key.trim(), value: value.trim() }]
  })
}

function optionMap(screen: Screen, ctx: Context, field: Field): Map<string, string | number> {
  const map = new Map<string, string | number>()
  for (const { value, texts } of optionTexts(ctx.schema.words, ctx.lang, screen.page, field))
    for (const text of texts) if (!map.has(text.toLowerCase())) map.set(text.toLowerCase(), value)
  return map
}

/** The key of the one row, of those that the person may choose, which is shown by this text; else the row of this key. */
async function keyByName(
  { screen, ctx, db }: ScreenAccess<Writer>,
  field: Field,
  text: string,
  given: readonly (readonly [name: string, wire: unknown])[],
): Promise<string | number> {
  const source = sourceOf(screen, field)
  const keyName = source?.entity.key
  const show = source?.entity.fields[field.show ?? '']
  if (!source || !keyName) throw new CellFault({ code: 'remote' })
  const narrowed = given.flatMap(([name, wire]) => equalSql(source.entity, name, wire))
  const parts = [...(await sourceConditions(source, ctx, db)), ...narrowed]
  if (show?.store && !show.secret && !show.mask) {
    const named = operatorSql(show, sql.ref(`t.${show.name}`), 'eq', { text, list: [text] })
    const { rows } = await sql<{ key: string | number }>`select ${sql.ref(`t.${keyName}`)} as key
      from ${sql.table(source.entity.table)} as t${whereSql([...parts, named])} limit 2`.execute(db)
    if (rows.length > 1) throw new CellFault({ code: 'import.ambiguous', params: { value: text.slice(0, 50) } })
    if (rows[0]) return rows[0].key
  }
  const key = decodeKey(source.entity, text)
  if (key === undefined) throw new CellFault({ code: 'import.noRow', params: { value: text.slice(0, 50) } })
  return key // whether it is one that may be chosen, saving judges
}
