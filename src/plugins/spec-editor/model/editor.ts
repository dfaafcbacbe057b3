import { checkSpec, type SpecFault, type SpecValue } from '../../../schemas/kinds/specRules.ts'
import { type Plan, planOf } from './generate.ts'
import { type Sheet, type SheetColumn, type SheetRow, sheetOf, specValueOf } from './sheet.ts'
import { switchType } from './specs.ts'

export type SpecType = 'single' | 'multi'

/** The editor as it stands; replaced with every change. `value` and `faults` are worked out when they are asked for: no key waits for them. */
export interface EditorState {
  readonly type: SpecType
  readonly sheet: Sheet
  readonly value: SpecValue
  /** What generating would do now; `isPossible`: it would do anything at all. */
  readonly plan: Omit<Plan, 'rows'> & { isPossible: boolean }
  readonly faults: readonly SpecFault[]
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** Edits specs and SKUs step by step, outside of React. */
export interface Editor {
  get(): EditorState
  listen(heard: () => void): () => void
  /** Passes what was changed on to the form; nothing when it knows it already. */
  tell(): void
  /** The state that the form was told last; the one at the start before that. */
  told(): EditorState
  /** One step: what gives the same sheet is none. */
  act(change: (sheet: Sheet) => Sheet): void
  undo(): void
  redo(): void
  /** Empties everything for the other type; there is no way back behind it. */
  switchTo(type: SpecType): void
  /** Was the cell changed since the value was given? */
  isChanged(row: SheetRow, column: SheetColumn): boolean
  /** Is the row of a SKU that was not there when the value was given? */
  isNew(row: SheetRow): boolean
}

export interface EditorOptions {
  value: SpecValue | null
  type: SpecType
  /** The most SKUs that may be saved. */
  max?: number | undefined
  /** Hears of the newest value, whenever it is told. */
  onChange(value: SpecValue): void
}

const single: EditorState['plan'] = { count: 1, added: 0, dropped: 0, changed: 0, isPossible: false }
/** Steps that can be undone. */
const mostSteps = 200

export function createEditor({ value, type, max, onChange }: EditorOptions): Editor {
  const { call, listen } = createListeners()
  const first = sheetOf(value, type)
  const stored = new Map(first.rows.map((row) => [row.key, row]))
  const steps = createSteps()
  const planned = createPlanner()
  let state = stateOf(type, first)
  let told = state

  function stateOf(nextType: SpecType, sheet: Sheet): EditorState {
    const nextValue = once(() => specValueOf(sheet))
    const faults = once(() => checkSpec(nextValue(), { type: nextType, max }))
    return {
      type: nextType,
      sheet,
      plan: nextType === 'multi' ? planned(sheet) : single,
      canUndo: steps.canUndo(),
      canRedo: steps.canRedo(),
      get value() {
        return nextValue()
      },
      get faults() {
        return faults()
      },
    }
  }

  function take(sheet: Sheet | undefined, nextType = state.type): void {
    if (!sheet) return
    state = stateOf(nextType, sheet)
    call()
  }

  return {
    get: () => state,
    listen,
    told: () => told,
    tell() {
      if (told === state) return
      told = state
      call()
      onChange(state.value)
    },
    act(change) {
      const sheet = change(state.sheet)
      if (sheet === state.sheet) return
      steps.add(state.sheet)
      take(sheet)
    },
    undo: () => take(steps.undo(state.sheet)),
    redo: () => take(steps.redo(state.sheet)),
    switchTo(next) {
      steps.clear()
      take(switchType(next), next)
    },
    isChanged: (row, column) => isChanged(stored.get(row.key), row, column),
    isNew: (row) => row.cells.id === undefined,
  }
}

function createListeners() {
  const listeners = new Set<() => void>()
  return {
    call(): void {
      for (const heard of listeners) heard()
    },
    listen(heard: () => void): () => void {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}

/** All of a new SKU is new. */
function isChanged(before: SheetRow | undefined, row: SheetRow, column: SheetColumn): boolean {
  return before !== undefined && row.cells.id !== undefined && before.cells[column] !== row.cells[column]
}

/** The sheets before and after the shown one, for undo and redo. */
function createSteps() {
  let past: readonly Sheet[] = []
  let future: readonly Sheet[] = []
  return {
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    add(sheet: Sheet): void {
      past = [...past, sheet].slice(-mostSteps)
      future = []
    },
    undo(shown: Sheet): Sheet | undefined {
      const sheet = past.at(-1)
      if (!sheet) return undefined
      past = past.slice(0, -1)
      future = [...future, shown]
      return sheet
    },
    redo(shown: Sheet): Sheet | undefined {
      const sheet = future.at(-1)
      if (!sheet) return undefined
      future = future.slice(0, -1)
      past = [...past, shown]
      return sheet
    },
    clear(): void {
      past = []
      future = []
    },
  }
}

/** Plans sheets, and keeps the last plan for as long as the specs and the combinations stay: cells have no part in it. */
function createPlanner(): (sheet: Sheet) => EditorState['plan'] {
  let last: { sheet: Sheet; plan: EditorState['plan'] } | undefined
  const isSame = (a: Sheet, b: Sheet) =>
    a.attributes === b.attributes && a.rows.length === b.rows.length && a.rows.every((row, i) => row.combo === b.rows[i]?.combo)
  return (sheet) => {
    if (last && isSame(last.sheet, sheet)) return last.plan
    const { rows, ...next } = planOf(sheet)
    last = { sheet, plan: { ...next, isPossible: rows !== undefined } }
    return last.plan
  }
}

/** Works something out when it is asked for, and once. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Did anybody enter anything? */
export function isBlankSheet({ attributes, rows }: Sheet): boolean {
  return (
    attributes.length === 0 &&
    rows.every(({ cells }) => Object.entries(cells).every(([name, cell]) => name === 'status' || cell === null || cell === ''))
  )
}
