import type { Field } from '../../src/schemas/field.ts'
import { kindOf } from '../../src/schemas/kinds/index.ts'
import { suggest } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Path, Report, Rule } from './check.ts'

/** Other parts of the form that the options of a kind name are there. */
export const named: Rule = {
  name: 'named',
  why: 'its control would look there in vain',
  page: (page, report) => {
    ofFields(page, page.fields, ['fields'], report)
    for (const action of Object.values(page.actions)) ofFields(page, action.fields, ['actions', action.name, 'fields'], report)
  },
  entity: (entity, report) => ofFields(null, entity.fields, ['fields'], report),
}

function ofFields(page: Page | null, fields: Readonly<Record<string, Field>>, path: Path, report: Report): void {
  const relations = Object.keys(page?.form.lookup ?? {})
  for (const field of Object.values(fields)) {
    for (const [key, shape] of Object.entries(kindOf(field).options)) {
      const name = field[key as keyof Field]
      if (typeof name !== 'string') continue
      const at: Path = [...path, field.name, key]
      if (shape === 'besideField' && !Object.hasOwn(fields, name))
        report(at, `no field "${name}" beside it`, suggest(name, Object.keys(fields)))
      if (shape === 'besideRelation' && page && !relations.includes(name))
        report(at, `no relation "${name}" in form.lookup`, suggest(name, relations))
    }
  }
}
