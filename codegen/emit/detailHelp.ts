import { sectionKinds } from '../../src/schemas/language/detail/parseDetail.ts'

/** What the keys of sections of the read-only view are for, by their path; each kind has its own in its file. */
export const detailHelp: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(sectionKinds).flatMap(({ help }) => Object.entries(help).map(([key, text]) => [`detail[].${key}`, text])),
)
