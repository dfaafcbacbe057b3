import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import { type Issue, issueAt } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { makePauses } from '../schema/pauses.ts'
import type { JsonFile } from '../schema/readJson.ts'
import type { Known, Report, Rule } from './check.ts'
import { acyclic } from './cycles.ts'
import { effects } from './effects.ts'
import type { Doubts } from './faults/doubts.ts'
import { findOnce } from './findOnce.ts'
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
      if (rule.page && !isLeftOut(page.id, rule)) issues.push(...foundIn(rule, page, known.pages.get(page.id), known))
    }
    for (const entity of known.schema.entities.values()) {
      const file = known.entities.get(entity.table)
      if (file && rule.entity && !isLeftOut(undefined, rule)) issues.push(...foundIn(rule, entity, file, known))
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

/** Runs a rule. Rules about all pages or the menus always run: they gather what they need once per `known`, so they get it unwrapped. */
function foundIn(rule: Rule, part: Page | Entity, file: JsonFile | undefined, known: Known): readonly Issue[] {
  const find = (of: Known, issues: Issue[]) => {
    const report = reportIn(file, rule, issues)
    if ('entity' in part) rule.page?.(part, report, of)
    else rule.entity?.(part, report, of)
  }
  if (!rule.needs?.some((section) => section === 'everything' || section === 'menu'))
    return findOnce({ rule, part, file, known }, find)
  const issues: Issue[] = []
  find(known, issues)
  return issues
}

function reportIn(file: JsonFile | undefined, rule: Rule, issues: Issue[]): Report {
  return (path, what, fix = '', severity = 'error') => {
    const issue: Issue = { ...issueAt(path, what, fix, rule.why), severity }
    issues.push(file ? file.locate(issue) : issue)
  }
}
