import { sql } from 'kysely'
import type { Context } from '../../../server/core/context.ts'
import type { Choice, OptionSource } from '../../../server/crud/domain.ts'
import { columnsOfFile } from '../../../server/modules/dataio/optionSources.ts'
import manifest from '../module.json' with { type: 'json' }
import type { ShopCompetitionRow, ShopDeliveryCompanyRow } from './rows.generated.ts'
import { readMemberTags, readRefundReasons } from './settings/lists.ts'
import { settingDefaults } from './settings/settings.ts'

/** The option sources that module.json names. */
export const shopOptionSources: Readonly<Record<keyof typeof manifest.optionSources, OptionSource>> = {
  /** Columns that an export of orders can have, by what it is of. */
  orderColumns: (ctx, [scope = '']) => columnsOfFile(ctx, 'shop/order/order', scope),
  /** Groups of the competition that another field names. */
  groups: groupsOf,
  /** Tags of members, as the settings name them. */
  memberTags: (ctx) => readMemberTags(ctx.read, settingDefaults(ctx), ctx.lang),
  /** Reasons of refunds, as the settings name them. */
  refundReasons: (ctx) => readRefundReasons(ctx.read, settingDefaults(ctx), ctx.lang),
  /** Companies that carry parcels. */
  carriers: carriersOf,
}

/** The carriers in use, by key. Those no longer in use keep their name where they were chosen. */
async function carriersOf(ctx: Context): Promise<Choice[]> {
  const found = await sql<Pick<ShopDeliveryCompanyRow, 'id' | 'name' | 'status'>>`select id, name, status
    from shop_delivery_company order by weigh desc, id`.execute(ctx.read)
  return found.rows.map(({ id, name, status }) => ({ value: String(id), label: name, mayTake: status === 1 }))
}

/** The groups that one may register in at a competition. */
async function groupsOf(ctx: Context, [competition = '']: readonly string[]): Promise<Choice[]> {
  const found = await sql<Pick<ShopCompetitionRow['groups'][number], 'name'>>`select g->>'name' as name from shop_competition c
    cross join jsonb_array_elements(c.groups) with ordinality as u(g, n)
    where c.id::text = ${competition} and c.delete_time is null order by u.n`.execute(ctx.read)
  return found.rows.map(({ name }) => ({ value: name, label: name, mayTake: true }))
}
