import * as z from 'zod/mini'
import type { NeededWord } from '../../fieldWords.ts'
import { issueAt, suggest } from '../../issue.ts'
import { fieldAt, manyRelations } from '../../list/parseTable.ts'
import type { Path } from '../../place.ts'
import { readShape } from '../../shape.ts'
import { type ActionBase, type ActionKind, type ActionPlace, buttonKeys, parseBase } from '../base.ts'

/** Prints the chosen rows: it only reads. */
export interface PrintAction extends ActionBase {
  type: 'print'
  print: Print
}

/** What a sheet of paper shows: the parts of a record, or of all chosen records on one sheet. */
export interface Print {
  /** One sheet for all rows: fields as a line for each row, related rows of all of them in one table. */
  together: boolean
  sections: readonly PrintSection[]
}

/** A part of a sheet. `sum`: related rows that are alike in the other columns are one line, in which these are added up. */
export type PrintSection =
  | { name: string; as: 'fields'; fields: readonly string[] }
  | { name: string; as: 'table'; relation: string; fields: readonly string[]; sum: readonly string[] }

const strings = z.array(z.string())
const section = z.strictObject({
  name: z.string(),
  fields: z.optional(strings),
  relation: z.optional(z.string()),
  columns: z.optional(strings),
  sum: z.optional(strings),
})
const printShape = z.strictObject({
  together: z.optional(z.boolean()),
  sections: z.array(section).check(z.minLength(1)),
})
const keys = { ...buttonKeys, print: printShape }

export const print: ActionKind<PrintAction> = {
  keys,
  help: {
    print: 'What is printed of the chosen rows.',
    'print.together': 'One sheet for all rows instead of one for each.',
    'print.sections': 'Parts of a sheet.',
    'print.sections[].name': 'Name of the part; its heading is the word actions.<name>.print.<part>.',
    'print.sections[].fields': 'Fields of the record.',
    'print.sections[].relation': 'A relation of many whose rows are printed.',
    'print.sections[].columns': 'Fields of those rows.',
    'print.sections[].sum': 'Columns that are added up where rows are alike in the others.',
  },
  parse(json, place) {
    const read = readShape(z.strictObject(keys), json, place.at, place.issues)
    return read && { ...parseBase(read, place), type: 'print', print: parsePrint(read.print, place) }
  },
  ofRow: () => ['print'],
  words: ({ name, print: { sections } }, at) => [
    { key: `actions.${name}.heading`, path: [...at, 'print'], optional: true },
    ...sections.map((part, i): NeededWord => {
      return { key: `actions.${name}.print.${part.name}`, path: [...at, 'print', 'sections', i, 'name'] }
    }),
  ],
}

function parsePrint(json: z.output<typeof printShape>, { entity, at, issues }: ActionPlace): Print {
  const sections = json.sections.map((part, i): PrintSection => {
    const place: Path = [...at, 'print', 'sections', i]
    const { name, relation, columns = [], sum = [] } = part
    if (relation === undefined) {
      for (const [j, field] of (part.fields ?? []).entries()) fieldAt(field, entity, [...place, 'fields', j], issues)
      return { name, as: 'fields', fields: part.fields ?? [] }
    }
    const many = manyRelations(entity)
    if (!many.includes(relation))
      issues.push(issueAt([...place, 'relation'], `no relation of many rows "${relation}"`, suggest(relation, many)))
    for (const [j, field] of sum.entries())
      if (!columns.includes(field))
        issues.push(issueAt([...place, 'sum', j], `"${field}" is no column of it`, suggest(field, columns)))
    return { name, as: 'table', relation, fields: columns, sum }
  })
  return { together: json.together ?? false, sections }
}
