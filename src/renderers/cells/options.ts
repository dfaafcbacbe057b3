import { kindOf } from '../../schemas/kinds/index.ts'
import { type Tag, tags } from '../../schemas/kinds/kind.ts'
import { labelBeside, labelMember, tagMember } from '../../schemas/kinds/optionSources.ts'
import { onOff } from '../../schemas/kinds/switch.ts'
import type { CellInput } from '../define.ts'
import { nameText } from './value.ts'
import { sideWord, wordsAt } from './words.ts'

/** Word and colour of one option value of a field. Values that are no option are shown as they are, in grey. */
export function optionOf(
  { column, field, env, row, value: whole }: CellInput,
  value: unknown,
): { label: string; tag: Tag | undefined } {
  const text = nameText(value)
  if (field?.source) {
    const color = labelBeside(row[tagMember(field.name)], whole, value)
    return { label: labelBeside(row[labelMember(field.name)], whole, value) ?? text, tag: tags.find((tag) => tag === color) }
  }
  if (field && !field.options && kindOf(field).input === 'switch') {
    const { on, off } = onOff(field)
    const isOn = text === String(on)
    if (isOn || text === String(off))
      return {
        label: sideWord({ words: wordsAt(column.field), isOn, value: text }, env.word, env.t),
        tag: isOn ? 'success' : 'info',
      }
  }
  const option = field?.options?.find((o) => String(o.value) === text)
  return { label: env.word(`${wordsAt(column.field)}.options.${text}`) ?? text, tag: option?.tag }
}
