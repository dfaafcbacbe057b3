import { type Kysely, sql } from 'kysely'
import type { Entity } from '../../../../src/schemas/language/entity/entity.ts'
import type { CheckDefinition } from '../checks.ts'
import type { Db } from '../connect.ts'
import { readNumber } from '../scalar.ts'
import { provenSql, type Step, unprovenChecks } from './diff.ts'
import type { LiveTable } from './introspect.ts'

/** What the rows that are there have to do with rules: steps, and what people must mend. */
export interface Proof {
  steps: readonly Step[]
  problems: readonly string[]
}

/**
 * Checks existing rows against the rules that steps add and against those not validated so far. When all rows fit, the constraint is
 * validated; otherwise the rows stay, their number is reported, and the rule applies to new writes only.
 */
export async function askRows(
  db: Kysely<Db>,
  steps: readonly Step[],
  entities: Iterable<Entity>,
  live: ReadonlyMap<string, LiveTable>,
): Promise<Proof> {
  const out: Step[] = []
  for (const step of steps) {
    const bad = step.check ? await breaking(db, step.check) : undefined
    if (!step.check || bad === undefined) out.push(step)
    else if (bad === 0) out.push({ ...step, sql: [...step.sql, provenSql(step.check)] })
    else out.push({ ...step, what: `${step.what}; ${misfits(bad, step.check)}` })
  }
  const problems: string[] = []
  for (const entity of entities) {
    const found = entity.external ? undefined : live.get(entity.table)
    for (const check of found ? unprovenChecks(entity, found) : []) {
      const bad = await breaking(db, check)
      const what = `note that every row of ${entity.table} fits ${check.sql}`
      if (bad === 0) out.push({ table: entity.table, what, sql: [provenSql(check)], dangerous: false })
      else problems.push(`${entity.table}.${check.field}: ${misfits(bad, check)} (${check.sql})`)
    }
  }
  return { steps: out, problems }
}

/** Is it the statement that only notes what is so? It may be left out, or come in, when rows change meanwhile. */
export function isProof(text: string): boolean {
  return text.includes(' VALIDATE CONSTRAINT ')
}

const mostCounted = 1000

function breaking(db: Kysely<Db>, check: CheckDefinition): Promise<number> {
  const some = sql`select 1 from ${sql.table(check.table)} where not (${sql.raw(check.sql)}) limit ${mostCounted + 1}`
  return readNumber(db, sql`select count(*) from (${some}) as found`)
}

function misfits(count: number, check: CheckDefinition): string {
  const many = count > mostCounted ? `more than ${mostCounted}` : String(count)
  return `rows that do not fit: ${many}; they stay as they are, and can be saved again once "${check.field}" is mended`
}
