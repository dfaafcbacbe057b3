import type { Origin } from './tree.ts'

/** One thing that an overlay does to a page. */
export interface Deed {
  op: 'add' | 'move' | 'hide' | 'set'
  path: string
  /** JSON of what is said. */
  value: string
  from: Origin
}
export type Ledger = Deed[]

export function noLedger(): Ledger {
  return []
}

/**
 * What another overlay has done to the same part that cannot stand beside this; else notes it. The project's own overlays come after those of
 * modules and may change what these did.
 */
export function objection(ledger: Ledger, deed: Deed): Deed | undefined {
  const other = ledger.find((each) => each.from.file !== deed.from.file && areEqual(each, deed) && contradict(each, deed))
  if (!other) ledger.push(deed)
  return other
}

/** Are both of modules, or both of the project? */
function areEqual(a: Deed, b: Deed): boolean {
  return isOfModule(a.from.file.name) === isOfModule(b.from.file.name)
}

/** Does a file with this name in findings belong to a module? */
export function isOfModule(name: string): boolean {
  return name.startsWith('modules/')
}

/** Can they not stand beside each other? */
export function contradict(a: Omit<Deed, 'from'>, b: Omit<Deed, 'from'>): boolean {
  if (a.op === 'hide' && b.op === 'hide') return false
  if (a.op === 'hide') return within(b.path, a.path)
  if (b.op === 'hide') return within(a.path, b.path)
  if (a.op !== b.op) return false
  if (a.path === b.path) return a.op === 'add' || a.value !== b.value
  return a.op === 'set' && (within(a.path, b.path) || within(b.path, a.path))
}

/** Is it this part, or something in it? */
function within(path: string, part: string): boolean {
  return path === part || path.startsWith(`${part}.`)
}
