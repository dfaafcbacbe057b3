import { memberEnv } from '../../../../server/core/command.ts'
import { actorOf } from '../../../../server/core/context.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import type { ScreenHooks } from '../../../../server/crud/domain.ts'
import { defineActions } from '../actions.ts'
import { chooseDefault, isRegion, makeDefault, prepareAddress, prepareDefault } from '../store/address.ts'

/** A member's addresses, by the rules of the checkout: at most twenty, real regions, one default. */
export const memberAddressHooks: ScreenHooks = {
  async beforeSave({ ctx, trx, mode, values }) {
    const { city } = values
    if (city !== undefined && !(Array.isArray(city) && isRegion(city.map(Number))))
      throw new Refused('store.badInput', { field: 'city' }, { field: 'city' })
    await prepareAddress(trx, actorOf(ctx).id, mode)
  },
  async afterSave({ ctx, trx, values, key }) {
    const userId = actorOf(ctx).id
    if (values.is_default === 1) await makeDefault(trx, userId, Number(key), memberEnv(ctx))
    else await chooseDefault(trx, userId, memberEnv(ctx))
  },
  beforeDelete: ({ ctx, trx }) => prepareDefault(trx, actorOf(ctx).id),
  afterDelete: ({ ctx, trx }) => chooseDefault(trx, actorOf(ctx).id, memberEnv(ctx)),
}

export const memberAddressActions = defineActions({
  'shop/account/address.setDefault': {
    run: async ({ ctx, trx, row }) => {
      await prepareDefault(trx, actorOf(ctx).id)
      await makeDefault(trx, actorOf(ctx).id, row.id, memberEnv(ctx))
    },
  },
})
