import type { Field } from '../../src/schemas/field.ts'
import { isObject } from '../../src/schemas/isObject.ts'
import type { Store } from '../../src/schemas/kinds/kind.ts'
import type { Group, Meaning } from './fact.ts'

/** What each part of a field belongs to, how it is called, and what its change means. */
interface Aspect {
  group: Group
  label: string
  meaning?: Meaning
}

const data = (label: string, meaning?: Meaning): Aspect => ({ group: 'data', label, ...(meaning ? { meaning } : {}) })
const authority = (label: string, meaning?: Meaning): Aspect => ({ group: 'authority', label, ...(meaning ? { meaning } : {}) })
const look = (label: string): Aspect => ({ group: 'look', label })

/** What a yes that appears or goes means. */
const either =
  (on: string, off: string): Meaning =>
  (_, after) =>
    after ? on : off

/** What it means that a bound is tighter than before. */
function tighter(isTighter: (before: number, after: number) => boolean): Meaning {
  return (before, after) => {
    if (after === undefined) return 'there is no limit any more'
    const isNarrower = before === undefined || isTighter(Number(before), Number(after))
    return isNarrower ? 'values beyond it are refused from now on; rows that have them stay' : undefined
  }
}
/** What another column type means. */
function conversion(before: unknown, after: unknown): string | undefined {
  if (isStore(before) && !isStore(after)) return 'the column and its values are lost'
  if (!isStore(before) || !isStore(after)) return undefined
  const isWider = before.type === after.type && (after.length ?? 0) > (before.length ?? 0)
  return isWider ? undefined : 'the column is converted; values that do not fit stop the migration'
}

function isStore(value: unknown): value is Store {
  return isObject(value) && typeof value.type === 'string'
}

const upper = tighter((before, after) => after < before)
const lower = tighter((before, after) => after > before)

/** Parts of a field that are compared on their own, in other words than by value (fieldFacts.ts). */
type Apart = 'name' | 'options' | 'when' | 'fields'

/** All others. A new option of a kind does not compile before it has a row here. */
export const fieldAspects: Readonly<Record<Exclude<keyof Field, Apart>, Aspect>> = {
  kind: data('kind'),
  store: data('column', conversion),
  link: data('table of pairs'),
  wire: data('form on the wire'),
  nullable: data('may be NULL', either('rows may lack a value', 'rows without a value stop the migration')),
  default: data('default'),
  unique: data('unique', either('two rows with one value stop the migration', 'two rows may have one value')),
  index: data('index'),
  unindexedBecause: data('reason for no index'),
  required: data('required', either('rows cannot be saved without it', 'it may be left empty')),
  min: data('minimum', lower),
  max: data('maximum', upper),
  limits: data('limits'),
  minLength: data('shortest text', lower),
  maxLength: data('longest text', upper),
  maxSize: data('largest file', upper),
  step: data('step'),
  scale: data('decimal places'),
  pattern: data('pattern'),
  rule: data('rule'),
  level: data('level'),
  alpha: data('transparency'),
  accept: data('accepted files'),
  most: data('at most the field'),
  virtual: data('computed as'),
  sealed: data('encrypted as'),
  translated: data('translations'),
  on: data('value for on'),
  off: data('value for off'),
  source: data('source of options'),
  depends: data('choices depend on'),
  page: data('rows chosen from page'),
  table: data('rows chosen from table'),
  where: data('only rows where'),
  check: data('choices are checked'),
  ordered: data('order is kept'),
  from: data('rows from'),
  rowKey: data('key of a row'),
  type: data('type field'),
  template: data('template'),
  event: data('code is sent for'),
  readOnly: authority('read-only', either('nobody can change it in a form any more', 'it can be changed in forms now')),
  writeOnce: authority('can be set only once', either('it cannot be changed after the row was added', 'it can be changed later')),
  node: authority('right to change it', (_, after) =>
    after === undefined ? 'whoever may save the form can change it now' : `only people with "${after}" can change it`,
  ),
  secret: authority('secret', either('nobody reads it any more', 'people who open the page can read it now')),
  mask: authority('mask', (_, after) =>
    after === undefined ? 'people who open the page read it in full now' : 'people read it in full with the right "reveal" only',
  ),
  span: look('width in the form'),
  unit: look('unit'),
  help: look('help'),
  placeholder: look('placeholder'),
  clears: look('empties the fields'),
  rows: look('lines of the input'),
  crop: look('crop'),
  show: look('shown of a chosen row'),
  tree: look('choices as a tree'),
  sum: look('columns added up'),
  preselected: look('preselected'),
  guessFrom: look('guessed from'),
  guessBy: look('guessed by'),
}
