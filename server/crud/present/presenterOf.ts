import type { ListQuery } from '../../../src/schemas/language/wire/query.ts'
import type { Context } from '../../core/context.ts'
import type { Row } from '../domain.ts'
import type { Screen } from '../screen/screen.ts'
import type { Shape } from '../screen/shape.ts'
import { buildAdminPresenter } from './buildadmin.ts'
import { kontorPresenter } from './kontor.ts'
import type { Presenter } from './presenter.ts'

const presenters: Readonly<Record<Context['dialect']['client'], Presenter>> = {
  kontor: kontorPresenter,
  buildadmin: buildAdminPresenter,
}

/** The presenter of the client that calls. */
export function presenterOf({ dialect }: Pick<Context, 'dialect'>): Presenter {
  return presenters[dialect.client]
}

/** What rows of a list carry: what remote selects choose by, or what the columns show that the client names. */
export function listShape(screen: Screen, ctx: Context, { select, columns }: Pick<ListQuery, 'select' | 'columns'>): Shape {
  if (select) return screen.choices
  return screen.listOf(presenterOf(ctx).choosesColumns ? columns : undefined)
}

/** Members beside `list`, or beside the `row` of a form: those of the screen, and those that only the calling client reads. */
export async function extraMembers(screen: Pick<Screen, 'hooks'>, ctx: Context): Promise<Row> {
  const own = (await screen.hooks.listExtra?.(ctx, ctx.read)) ?? {}
  return { ...own, ...(await presenterOf(ctx).extra(screen, ctx)) }
}
