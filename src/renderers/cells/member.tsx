import { isObject } from '../../schemas/isObject.ts'
import { personNames } from '../../schemas/language/list/naming.ts'
import { type CellInput, defineCell } from '../define.ts'
import { CellError, isNothing, nameText } from './value.ts'

/** A person by name alone; the number is in the tooltip. The value is the row of a relation, or one of its fields (`user.nickname`). */
export const member = defineCell({
  width: 124,
  minWidth: 116,
  render: (input) => {
    const person = personOf(input)
    if (!person) return <span className="s-none">–</span>
    return <span className="s-cut">{person.name}</span>
  },
  text: (input) => personOf(input)?.name ?? '',
  hint: (input) => {
    const person = personOf(input)
    return person ? [person.name, person.id && `#${person.id}`].filter(Boolean).join(' ') : ''
  },
})

function personOf({ value, row, column }: CellInput): { id: string; name: string } | null {
  const relation = column.field.split('.')[0] ?? ''
  const source = value !== null && typeof value === 'object' ? value : row[relation]
  if (isNothing(source)) return null
  if (Array.isArray(source)) throw new CellError('not a person')
  if (isObject(source)) {
    const person = source
    if (!['id', ...personNames].some((name) => name in person)) throw new CellError('not a person')
    const name = personNames.map((each) => person[each]).find((each) => each !== null && each !== undefined)
    if (isNothing(name) && isNothing(person.id)) return null
    return { id: textOf(person.id), name: textOf(name) }
  }
  return isNothing(value) ? null : { id: '', name: nameText(value) }
}

function textOf(value: unknown): string {
  return isNothing(value) ? '' : nameText(value)
}
