import { specLimits, specName } from '../../../schemas/kinds/specRules.ts'
import { type Sheet, type SheetRow, textsOf } from './sheet.ts'

/** Codes by a pattern: `#` is a running number, with as many digits as there are signs; `$1` the value of the first spec, and so on. */
const placeholder = /#+|\$([1-9])/g

/** By key of the row its code. Numbers whose code another row has already are passed over. Undefined: two rows would have the same. */
export function codesOf(sheet: Sheet, rows: readonly number[], pattern: string): ReadonlyMap<number, string> | undefined {
  const wanted = new Set(rows)
  const texts = textsOf(sheet)
  const textOf = (row: SheetRow) => (spec: number) => {
    const attribute = sheet.attributes[spec - 1]
    return attribute && (texts.get(row.combo[attribute.key] ?? 0) ?? '')
  }
  const taken = new Set(sheet.rows.flatMap(({ key, cells }) => (wanted.has(key) ? [] : [specName(cells.sku_code)])))
  const counts = pattern.includes('#')
  const codes = new Map<number, string>()
  let number = 0
  for (const row of sheet.rows) {
    if (!wanted.has(row.key)) continue
    let code: string
    do {
      number += 1
      code = codeOf(pattern, number, textOf(row))
    } while (counts && number < mostNumbers && taken.has(specName(code)))
    if (code !== '' && taken.has(specName(code))) return undefined
    taken.add(specName(code))
    codes.set(row.key, code)
  }
  return codes
}

/** Numbers beyond these are not tried: a pattern longer than a code may be gives the same again and again. */
const mostNumbers = 100_000

/** The code of one row; `textOf` returns its value of a spec, counted from 1, if there is such a spec. */
function codeOf(pattern: string, number: number, textOf: (spec: number) => string | undefined): string {
  const text = pattern.trim().replace(placeholder, (sign, spec?: string) => {
    if (spec === undefined) return String(number).padStart(sign.length, '0')
    return textOf(Number(spec))?.trim().replace(/\s+/g, '-') ?? sign
  })
  return text.slice(0, specLimits.code)
}

/** Gives rows their codes. */
export function setCodes(sheet: Sheet, codes: ReadonlyMap<number, string>): Sheet {
  const rows = sheet.rows.map((row) => {
    const code = codes.get(row.key)
    return code === undefined || code === row.cells.sku_code ? row : { ...row, cells: { ...row.cells, sku_code: code } }
  })
  return rows.every((row, i) => row === sheet.rows[i]) ? sheet : { ...sheet, rows }
}

/** Gives rows the picture of the first of their values that has one; rows without such a value stay as they are. */
export function setImagesOfValues(sheet: Sheet, rows: readonly number[]): Sheet {
  const wanted = new Set(rows)
  const images = new Map(sheet.attributes.flatMap(({ values }) => values.map(({ key, image }) => [key, image] as const)))
  const next = sheet.rows.map((row) => {
    const own = sheet.attributes.flatMap(({ key }) => images.get(row.combo[key] ?? 0) || [])
    const image = wanted.has(row.key) ? own[0] : undefined
    return image === undefined || image === row.cells.image ? row : { ...row, cells: { ...row.cells, image } }
  })
  return next.every((row, i) => row === sheet.rows[i]) ? sheet : { ...sheet, rows: next }
}
