import { virtualKinds } from '../../src/schemas/language/entity/virtual/virtualKinds.ts'

/** What the keys of virtual values are for, by their path; each kind has its own in its file. */
export const virtualHelp: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(virtualKinds).flatMap(({ help }) => Object.entries(help).map(([key, text]) => [`field.virtual.${key}`, text])),
)
