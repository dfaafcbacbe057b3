import type { FieldProps } from '../define.ts'
import type { Option } from '../ui/control.ts'

/** The choices of a field in the page's order, with their words. */
export function optionsOf({ field, form, words }: FieldProps): Option[] {
  return (field.options ?? []).map((option) => ({
    value: option.value,
    label: form.word(`${words}.options.${option.value}`) ?? String(option.value),
    severity: option.tag,
  }))
}
