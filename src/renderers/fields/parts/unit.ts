import type { FieldProps } from '../../define.ts'

/** The unit shown behind the value: word `<field>.unit`, where the field says it has one. */
export function unitOf({ field, form, words }: FieldProps): string | undefined {
  return field.unit ? form.word(`${words}.unit`) : undefined
}
