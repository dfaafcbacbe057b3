import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import type { JsonFile } from '../schema/readJson.ts'
import type { Known, Report, Rule } from './check.ts'
import { acyclic } from './cycles.ts'
import { effects } from './effects.ts'
import { icons } from './icons.ts'
import { indexed, reasons } from './indexes.ts'
import { choices, links } from './links.ts'
import { masks } from './masks.ts'
import { reachable } from './menu.ts'
import { named } from './named.ts'
import { parts } from './parts.ts'
import { tools } from './tools.ts'
import { provable, requiredSeen, satisfiable } from './truth.ts'
import { values } from './values.ts'

/** Everything that is proven once all pages, tables, words and menus are known; each row in its file. */
export const rules: readonly Rule[] = [
  satisfiable,
  provable,
  requiredSeen,
  acyclic,
  indexed,
  reasons,
  links,
  choices,
  named,
  parts,
  effects,
  values,
  tools,
  icons,
  masks,
  reachable,
]

/** Runs every rule over every page and every table with a file of its own. */
export function runRules(known: Known, issues: Issue[]): void {
  for (const rule of rules) {
    for (const page of known.schema.pages.values()) rule.page?.(page, reportIn(known.pages.get(page.id), rule, issues), known)
    for (const entity of known.schema.entities.values()) {
      const file = known.entities.get(entity.table)
      if (file) rule.entity?.(entity, reportIn(file, rule, issues), known)
    }
  }
}

function reportIn(file: JsonFile | undefined, rule: Rule, issues: Issue[]): Report {
  return (path, what, fix = '', severity = 'error') => {
    const issue: Issue = { ...issueAt(path, what, fix, rule.why), severity }
    issues.push(file ? file.locate(issue) : issue)
  }
}
