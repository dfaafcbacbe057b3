import { interpolate } from '../../schemas/language/words.ts'
import type { FormContext } from '../define.ts'
import type { FormError } from './check.ts'
import { labelOf } from './ErrorSummary.tsx'

/** The page's own word for a finding (`fields.zip.wrong`), else the shared one. */
export function messageText(face: FormContext, { path, error }: FormError): string {
  const [name, , inner] = path
  const words = face.wordsAt(String(name))
  const own = face.word(`${inner === undefined ? words : `${words}.fields.${inner}`}.${error.code}`)
  const params = { ...error.params, label: labelOf(face, path.join('.')) }
  return own === undefined ? face.t(`validate.${error.code}`, params) : interpolate(own, params)
}
