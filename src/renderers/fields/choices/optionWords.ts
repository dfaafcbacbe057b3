import type { FieldProps } from '../../define.ts'
import type { Option } from '../../ui/control.ts'

/** The choices of a field that are offered now, in the page's order, with their words; what is chosen stays in sight. */
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
