import type { FieldProps } from '../../define.ts'
import type { Option } from '../../ui/control.ts'

/** The options of a field that are currently offered, in page order, with labels; selected ones stay visible. */
export function optionsOf({ field, form, words, offered, value }: FieldProps): Option[] {
  const chosen = Array.isArray(value) ? value : [value]
  const shown = (field.options ?? []).filter(
    (option) => !offered || offered.includes(option.value) || chosen.includes(option.value),
  )
  return shown.map((option) => ({
    value: option.value,
    label: form.word(`${words}.options.${option.value}`) ?? String(option.value),
    severity: option.tag,
    ...(option.fixed && chosen.map(String).includes(String(option.value)) ? { disabled: true } : {}),
  }))
}
