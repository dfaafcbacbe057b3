import { stepEnv } from '../../../../server/core/command.ts'
import type { Writer } from '../../../../server/core/db/connect.ts'
import type { ScreenHooks } from '../../../../server/crud/domain.ts'
import { defineActions } from '../actions.ts'
import { computesOf } from '../computes.ts'
import { refreshGoodsScore } from './average.ts'
import { replyEvaluation } from './write.ts'

const follow = ({ trx, rows }: { trx: Writer; rows: readonly { goods_id?: unknown }[] }) =>
  refreshGoodsScore(
    trx,
    rows.map((row) => row.goods_id),
  )

/** The stars of goods follow what is shown. */
export const evaluateHooks: ScreenHooks = {
  computes: computesOf('shop/order/evaluate', {
    image: { sql: '(select l.image from shop_order_goods as l where l.id = t.order_goods_id)' },
  }),
  afterSave: async ({ trx, before }) => {
    if (before) await follow({ trx, rows: [before] })
  },
  afterDelete: follow,
  afterRestore: follow,
}

export const evaluateActions = defineActions({
  'shop/order/evaluate.reply': {
    run: ({ ctx, trx, row, values }) => replyEvaluation(trx, { id: row.id, reply: values.reply.trim() }, stepEnv(ctx)),
  },
  'shop/order/evaluate.show': { run: ({ trx, row }) => follow({ trx, rows: [row] }) },
  'shop/order/evaluate.hide': { run: ({ trx, row }) => follow({ trx, rows: [row] }) },
})
