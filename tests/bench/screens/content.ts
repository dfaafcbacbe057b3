/** What the lists and forms that are compared hold; Kontor's pages and the hand-written page are both made from it. */
export interface Content {
  name: string
  kind: 'string' | 'integer' | 'money' | 'select' | 'date' | 'datetime' | 'switch' | 'textarea'
  label: string
  required?: boolean
  help?: boolean
  /** Required while this switch is on. */
  requiredBy?: string
}

export interface ComparedList {
  id: string
  columns: readonly Content[]
  rows: number
}

export interface ComparedForm {
  id: string
  fields: readonly Content[]
}

/** The options of every select. */
export const options = [1, 2, 3, 4, 5]
export const optionLabels = ['New', 'Paid', 'Packed', 'Shipped', 'Closed']
export const optionTags = ['info', 'primary', 'success', 'warning', 'danger'] as const

const listKinds = ['string', 'money', 'select', 'datetime', 'integer', 'string', 'date', 'string', 'integer', 'select'] as const
const formKinds = ['string', 'string', 'integer', 'select', 'date', 'string', 'money', 'switch', 'textarea', 'string'] as const

export const lists: readonly ComparedList[] = [
  { id: 'list10', columns: columns(10), rows: 20 },
  { id: 'list20', columns: columns(20), rows: 100 },
  { id: 'list50', columns: columns(50), rows: 100 },
]

export const forms: readonly ComparedForm[] = [
  { id: 'form30', fields: fields(30) },
  { id: 'form200', fields: fields(200) },
]

function columns(count: number): Content[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `c${i}`,
    kind: listKinds[i % listKinds.length] ?? 'string',
    label: `Column ${i + 1}`,
  }))
}

/** Of ten fields the first is required, the second has a hint, and the text area is required while the switch before it is on. */
function fields(count: number): Content[] {
  return Array.from({ length: count }, (_, i) => {
    const place = i % formKinds.length
    return {
      name: `f${i}`,
      kind: formKinds[place] ?? 'string',
      label: `Field ${i + 1}`,
      ...(place === 0 ? { required: true } : {}),
      ...(place === 1 ? { help: true } : {}),
      ...(place === 8 ? { requiredBy: `f${i - 1}` } : {}),
    }
  })
}
