import { type Attribute, blankCells, type Sheet, type SheetRow, sheetColumns } from './sheet.ts'

/** What generating would do. */
export interface Plan {
  /** How many SKUs there would be. */
  count: number
  added: number
  dropped: number
  /** Rows that stay, and get a value of a spec that they had none of. */
  changed: number
  /** The rows as they would be; absent while a spec has no value, and when there would be more than can be shown. */
  rows: readonly SheetRow[] | undefined
}

/** SKUs beyond these are not generated at all. */
export const mostRows = 5000

/**
 * Works out the SKUs of all combinations, in the order of specs and values. A row stays for the combination of its values. Where a spec was
 * added its rows stay with the first value and are copied for the others, without what no two SKUs may share: key, stock and code. Where one
 * was taken away the first row of each combination stays.
 */
export function planOf(sheet: Sheet): Plan {
  const { attributes } = sheet
  const count = attributes.length === 0 ? 0 : attributes.reduce((product, { values }) => product * values.length, 1)
  // A spec that waits for its first value would take everything away.
  if (count > mostRows || (count === 0 && attributes.length > 0))
    return { count, added: 0, dropped: 0, changed: 0, rows: undefined }
  const combos = count === 0 ? [] : combosOf(attributes)
  const byCombo = new Map<string, SheetRow>()
  for (const row of sheet.rows) {
    const id = idOf(row.combo, attributes)
    if (!byCombo.has(id)) byCombo.set(id, row)
  }
  let next = sheet.next
  const used = new Set<SheetRow>()
  let changed = 0
  const rows = combos.map((combo): SheetRow => {
    const row = rowFor(combo, attributes, byCombo)
    if (row && !used.has(row)) {
      used.add(row)
      if (isSame(row.combo, combo)) return row
      changed += 1
      return { ...row, combo }
    }
    return { key: next++, combo, cells: row ? copyOf(row) : blankCells }
  })
  return { count, added: rows.length - used.size, dropped: sheet.rows.length - used.size, changed, rows }
}

/** Makes the rows as the plan says. */
export function generate(sheet: Sheet): Sheet {
  const { rows } = planOf(sheet)
  if (!rows) return sheet
  return { ...sheet, rows, next: rows.reduce((next, { key }) => Math.max(next, key + 1), sheet.next) }
}

/** Puts the rows in their order where nothing else would change; else they wait for being generated. */
export function settle(sheet: Sheet): Sheet {
  if (sheet.attributes.length === 0) return sheet
  const plan = planOf(sheet)
  const { rows } = plan
  return rows && !isPending(plan) ? { ...sheet, rows } : sheet
}

/** Would generating change more than the order of the SKUs? */
export function isPending({ added, dropped, changed }: Pick<Plan, 'added' | 'dropped' | 'changed'>): boolean {
  return added > 0 || dropped > 0 || changed > 0
}

type Combo = SheetRow['combo']

function combosOf(attributes: readonly Attribute[]): Combo[] {
  return attributes.reduce<Combo[]>(
    (all, { key, values }) => all.flatMap((combo) => values.map((value) => ({ ...combo, [key]: value.key }))),
    [{}],
  )
}

/** A combination by its values in the order of these specs; `-` for a spec it has no value of. */
function idOf(combo: Combo, attributes: readonly Attribute[]): string {
  return attributes.map(({ key }) => combo[key] ?? '-').join()
}

/** The row of this combination; else one that has no value yet of some specs and the same of all others. */
function rowFor(combo: Combo, attributes: readonly Attribute[], byCombo: ReadonlyMap<string, SheetRow>): SheetRow | undefined {
  const own = byCombo.get(idOf(combo, attributes))
  if (own) return own
  for (const lacking of lackings(attributes, byCombo)) {
    const part = Object.fromEntries(Object.entries(combo).filter(([key]) => !lacking.has(Number(key))))
    const row = byCombo.get(idOf(part, attributes))
    if (row) return row
  }
  return undefined
}

const known = new WeakMap<ReadonlyMap<string, SheetRow>, Set<number>[]>()

/** The sets of specs that some rows have no value of. */
function lackings(attributes: readonly Attribute[], byCombo: ReadonlyMap<string, SheetRow>): Set<number>[] {
  const before = known.get(byCombo)
  if (before) return before
  const sets = new Map<string, Set<number>>()
  for (const { combo } of byCombo.values()) {
    const lacking = attributes.flatMap(({ key }) => (combo[key] === undefined ? [key] : []))
    if (lacking.length > 0) sets.set(lacking.join(), new Set(lacking))
  }
  const found = [...sets.values()]
  known.set(byCombo, found)
  return found
}

function isSame(a: Combo, b: Combo): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[Number(key)] === b[Number(key)])
}

function copyOf({ cells }: SheetRow): SheetRow['cells'] {
  const copied = Object.fromEntries(sheetColumns.map((column) => [column, cells[column]]))
  return { ...blankCells, ...copied, stock: null, sku_code: '' }
}
