import type { Field } from '../../../schemas/field.ts'
import { isNothing } from '../../cells/value.ts'
import type { FormContext } from '../../define.ts'
import { useLoad } from '../../useLoad.ts'

interface ClashValueProps {
  face: FormContext
  name: string
  value: unknown
  /** It is a field of the record that the form is about, not of the form. */
  isAbout?: boolean
}

/** Kinds whose cells shorten a value, or make a link of it. */
const plain: ReadonlySet<string> = new Set(['url', 'email', 'file', 'files'])

/** A value of the form as one reads it; what only names a row is told by the name of that row. */
export function ClashValue({ face, name, value, isAbout = false }: ClashValueProps) {
  const field = isAbout ? face.page.fields[name] : face.model.fields.find((each) => each.name === name)
  if (isNothing(value) || !field) return <span className="s-clash-empty">{face.t('ui.meanwhile.empty')}</span>
  if (!isAbout && field.kind.startsWith('remote')) return <Named face={face} field={field} value={value} />
  // An address is compared as a whole, and a choice holds no links.
  if (plain.has(field.kind)) return String(value)
  const words = isAbout ? `fields.${name}` : face.wordsAt(name)
  return face.show?.(field, words, { ...face.model.state.record, [name]: value }) ?? String(value)
}

function Named({ face, field, value }: { face: FormContext; field: Field; value: unknown }) {
  const keys = [value].flat().filter((key) => typeof key === 'string' || typeof key === 'number')
  const { value: found } = useLoad(
    () => face.options(field.name, { search: '', page: 1, limit: Math.max(1, keys.length), values: keys }),
    [face, field, keys.join()],
  )
  const nameOf = (key: string | number) => found?.list.find((each) => String(each.value) === String(key))?.label ?? `#${key}`
  return <>{keys.map(nameOf).join(face.t('ui.meanwhile.comma'))}</>
}
