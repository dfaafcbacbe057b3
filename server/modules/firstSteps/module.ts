import { sql } from 'kysely'
import type { FirstStepsAnswer } from '../../../src/schemas/api/firstSteps.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Reader } from '../../core/db/connect.ts'
import type { Handler } from '../../core/handler.ts'
import { defineModule } from '../module.ts'

/** Something that a new owner does first; words `ui.firstSteps.steps.<name>`. */
export interface FirstStep {
  name: string
  /** The screen where it is done. */
  page: string
  /** Has it been done? Asked of what the site has, so that it does not matter how. */
  done(db: Reader): Promise<boolean>
}

declare module '../module.ts' {
  interface ServerModule {
    /** What a new owner does first, in this order. */
    readonly firstSteps?: readonly FirstStep[]
  }
}

declare module '../../core/services.ts' {
  interface Services {
    /** The first steps of all modules that are on, in their order. */
    firstSteps: readonly FirstStep[]
  }
}

const address = {
  app: 'admin',
  controller: 'firstSteps',
  access: { type: 'super', node: 'dashboard/first-steps' },
} as const satisfies Partial<Handler>

/** Under this name a person's dismissal is kept. */
const card = 'firstSteps'

/** What a new owner does first, for super administrators: gone once everything is done, or when a person has dismissed it. */
export const firstSteps = defineModule({
  name: 'firstSteps',
  services: ({ modules }) => ({ offers: { firstSteps: modules.flatMap((module) => module.firstSteps ?? []) } }),
  handlers: [
    { ...address, action: 'index', method: 'GET', run: readSteps },
    { ...address, action: 'dismiss', method: 'POST', run: dismiss },
  ],
})

async function readSteps(ctx: Context): Promise<FirstStepsAnswer> {
  const { id } = actorOf(ctx)
  const gone = await sql`select 1 from dismissed_card where admin_id = ${id} and name = ${card}`.execute(ctx.read)
  if (gone.rows.length > 0) return { steps: [] }
  const all = ctx.services.firstSteps.filter(({ page }) => ctx.schema.pages.has(page))
  const steps = await Promise.all(all.map(async ({ name, page, done }) => ({ name, page, done: await done(ctx.read) })))
  return { steps: steps.every(({ done }) => done) ? [] : steps }
}

async function dismiss(ctx: Context): Promise<null> {
  const { id } = actorOf(ctx)
  await ctx.write((trx) =>
    sql`insert into dismissed_card (admin_id, name, create_time, update_time) values (${id}, ${card}, ${ctx.now}, ${ctx.now})
      on conflict do nothing`.execute(trx),
  )
  return null
}
