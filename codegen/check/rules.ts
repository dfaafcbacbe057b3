import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import { makePauses } from '../schema/pauses.ts'
import type { JsonFile } from '../schema/readJson.ts'
import type { Known, Report, Rule } from './check.ts'
import { acyclic } from './cycles.ts'
import type { Doubts } from './doubts.ts'
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
  // Rules about secrets run before rules about speed: of several findings at one place, only the first is reported.
  masks,
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
  reachable,
]

/** Runs every rule over every page and every table with a file of its own, but for those of which a rule can prove nothing. */
export async function runRules(
  known: Known,
  isLeftOut: (page: string | undefined, rule: Rule) => boolean,
  issues: Issue[],
): Promise<void> {
  const pause = makePauses()
  for (const rule of rules) {
    for (const page of known.schema.pages.values()) {
      await pause()
      if (!isLeftOut(page.id, rule)) rule.page?.(page, reportIn(known.pages.get(page.id), rule, issues), known)
    }
    for (const entity of known.schema.entities.values()) {
      const file = known.entities.get(entity.table)
      if (file && !isLeftOut(undefined, rule)) rule.entity?.(entity, reportIn(file, rule, issues), known)
    }
  }
}

/** What of the sources has faults. */
export interface Faulty {
  /** By page. */
  doubts: ReadonlyMap<string, Doubts>
  menu: boolean
  /** A page could not be read at all. */
  isBroken: boolean
}

/** Can a rule prove nothing of a page, or of a table with a file of its own, because of faults in what it reads? */
export function isDoubted({ needs = [] }: Rule, page: string | undefined, { doubts, menu, isBroken }: Faulty): boolean {
  if ((menu && needs.includes('menu')) || ((isBroken || doubts.size > 0) && needs.includes('everything'))) return true
  const own = page === undefined ? undefined : doubts.get(page)
  return own !== undefined && (own.isWhole || needs.some((section) => own.sections.has(section)))
}

function reportIn(file: JsonFile | undefined, rule: Rule, issues: Issue[]): Report {
  return (path, what, fix = '', severity = 'error') => {
    const issue: Issue = { ...issueAt(path, what, fix, rule.why), severity }
    issues.push(file ? file.locate(issue) : issue)
  }
}
