import type { Field } from '../../../schemas/field.ts'
import { kindOf } from '../../../schemas/kinds/index.ts'
import { CodecError } from '../../../schemas/kinds/kind.ts'
import { onOff } from '../../../schemas/kinds/switch.ts'
import { betweenItems, wireOfSheet } from '../../../schemas/language/wire/sheetText.ts'
import type { FieldProps } from '../../define.ts'
import { loadOf } from '../choices/remote.ts'

/** A cell that takes a pasted text. `words` is the path of its field's words. */
export interface PasteTarget extends Pick<FieldProps, 'form' | 'name' | 'within' | 'words'> {
  field: Field
}

/** Finds the words of a page in another language; undefined where there are none. */
export type OtherWords = (key: string) => string | undefined

/** The value of a field that a text of a sheet stands for; undefined when it stands for none. Labels of options count in any language. */
export async function pastedValue(target: PasteTarget, text: string, other: OtherWords): Promise<{ value: unknown } | undefined> {
  const { field } = target
  const kind = kindOf(field)
  const plain = text.trim()
  if (plain === '') return { value: kind.empty }
  const isMany = Array.isArray(kind.empty)
  const isRemote = field.page !== undefined || field.table !== undefined || field.source !== undefined
  if (!isRemote && !field.options && kind.input !== 'switch') return read(field, plain)
  const texts = isMany ? plain.split(betweenItems).flatMap((part) => part.trim() || []) : [plain]
  const values: unknown[] = []
  for (const one of texts) {
    const found = isRemote ? await rowNamed(target, one) : optionNamed(target, one, other)
    if (found === undefined) return undefined
    values.push(found)
  }
  return { value: isMany ? values : values[0] }
}

function read(field: Field, text: string): { value: unknown } | undefined {
  // Amounts come with their sign and with commas between thousands.
  const bare = kindOf(field).input === 'range' ? text.normalize('NFKC').replace(/[¥,\s]/g, '') : text
  try {
    return { value: kindOf(field).fromWire(wireOfSheet(field, bare), field) }
  } catch (error) {
    if (error instanceof CodecError) return undefined
    throw error
  }
}

const sides = { on: ['1', 'true', 'on', 'yes', '是', '开', '启用'], off: ['0', 'false', 'off', 'no', '否', '关', '禁用'] }

function optionNamed({ field, form, words }: PasteTarget, text: string, other: OtherWords): string | number | undefined {
  const { on, off } = onOff(field)
  const options = field.options?.map(({ value }) => ({ value, texts: [String(value)], key: String(value) })) ?? [
    { value: on, texts: [String(on), ...sides.on], key: 'on' },
    { value: off, texts: [String(off), ...sides.off], key: 'off' },
  ]
  const wanted = text.toLowerCase()
  return options.find(({ texts, key }) => {
    const label = `${words}.options.${key}`
    return [form.word(label), other(label), ...texts].some((each) => each?.toLowerCase() === wanted)
  })?.value
}

/** The one row that the person may choose and that is called so. */
async function rowNamed(target: PasteTarget, text: string): Promise<string | number | undefined> {
  // What the function reads of the props of a field is in a target.
  const { list } = await loadOf(target as FieldProps)({ query: text, page: 1, limit: 20, signal: new AbortController().signal })
  const named = list.filter(({ label }) => label.toLowerCase() === text.toLowerCase())
  return named.length === 1 ? named[0]?.value : undefined
}
