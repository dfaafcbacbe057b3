import { memberEnv } from '../../../../server/core/command.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { type ActionInput, defineActions } from '../actions.ts'
import { type Evaluation, writeEvaluations } from '../evaluate/write.ts'
import { ShopOrderShipStatus } from '../options.generated.ts'
import { applyCancel, withdrawCancel } from '../order/applyCancel.ts'
import { cancelUnpaid } from '../order/cancel.ts'
import { receiveOrder } from '../order/receive.ts'
import type { LineRow } from '../order/row.ts'
import { readLines, refundableLines } from '../order/rules.ts'
import { applyRefund, refundDeadline } from '../refund/apply.ts'
import { readShopSettings } from '../settings/settings.ts'
import { nameOf, refundLine } from './lines.ts'

/** What members do with their own orders (E1). The engine finds the row among those of the member, so that another member's order is none. */
export const memberOrderActions = defineActions({
  'shop/account/order.pay': { run: async ({ row }) => ({ path: `/pay/${row.id}` }) },
  'shop/account/order.cancel': {
    run: ({ ctx, trx, row, values }) => cancelUnpaid(trx, { orderId: row.id, reason: values.reason.trim() }, memberEnv(ctx)),
  },
  'shop/account/order.applyCancel': {
    refuse: { notAllowed: async ({ trx }) => !(await readShopSettings(trx)).allowApplyCancel },
    run: ({ ctx, trx, row, values }) => applyCancel(trx, { orderId: row.id, reason: values.reason.trim() }, memberEnv(ctx)),
  },
  'shop/account/order.withdrawCancel': {
    run: ({ ctx, trx, row }) => withdrawCancel(trx, { orderId: row.id }, memberEnv(ctx)),
  },
  'shop/account/order.receive': {
    run: ({ ctx, trx, row }) => receiveOrder(trx, { orderId: row.id }, memberEnv(ctx)),
  },
  'shop/account/order.refund': {
    refuse: {
      nothingLeft: async ({ trx, row }) => refundableLines(await readLines(trx, row.id)).length === 0,
      tooLate: async ({ ctx, trx, row }) => {
        const until = await refundDeadline(trx, row, memberEnv(ctx))
        return until !== null && ctx.now > until
      },
    },
    prepare: async ({ ctx, db, row }) => {
      const lines = refundableLines(await readLines(db, row.id))
      return {
        // What was not shipped needs no return.
        type: row.ship_status === ShopOrderShipStatus.shipped ? 2 : 1,
        lines: lines.map((line) => refundLine(line, lines.length === 1, ctx.lang)),
      }
    },
    run: async (input) => {
      await applyRefund(input.trx, refundOf(input), memberEnv(input.ctx))
    },
  },
  'shop/account/order.evaluate': {
    refuse: { nothingLeft: async ({ trx, row }) => unreviewed(await readLines(trx, row.id)).length === 0 },
    prepare: async ({ ctx, db, row }) => {
      const lines = unreviewed(await readLines(db, row.id))
      // What may go back is not rated unless the member chooses the stars.
      const stars = (line: LineRow) => (line.refund_id === null ? 5 : null)
      return {
        lines: lines.map((line) => ({ id: line.id, line: nameOf(line, ctx.lang), score: stars(line), content: '', images: [] })),
      }
    },
    run: async (input) => {
      const { ctx, trx, row } = input
      const lines = evaluationsOf(input)
      if (lines.length === 0) throw new Refused('shop.noLines', {}, { field: 'lines' })
      await writeEvaluations(trx, { orderId: row.id, userId: row.user_id, lines }, memberEnv(ctx))
    },
  },
})

/** Lines that can still be reviewed: neither reviewed nor given back as a whole. */
function unreviewed(lines: readonly LineRow[]): LineRow[] {
  return lines.filter((line) => line.evaluated === 0 && line.returned + line.refunded_quantity < line.quantity)
}

/** What is asked for; lines with neither units nor money are left out. */
function refundOf({ row, values }: ActionInput<'shop/account/order.refund'>): Parameters<typeof applyRefund>[1] {
  const { type, reason, lines, include_delivery, description, images } = values
  const asked = lines.map(({ id, quantity, amount }, at) => ({ at, id: id ?? 0, quantity, amount }))
  return {
    orderId: row.id,
    type,
    reason,
    description: description.trim(),
    images,
    lines: asked.filter((line) => line.quantity > 0 || line.amount > 0),
    includeDelivery: include_delivery === 1,
  }
}

/** Lines with stars; the others are left for later. */
function evaluationsOf({ values }: ActionInput<'shop/account/order.evaluate'>): Evaluation[] {
  const { delivery_score: deliveryScore, service_score: serviceScore, anonymous } = values
  return values.lines.flatMap(({ id, score, content, images }) =>
    score
      ? [
          {
            lineId: id ?? 0,
            score,
            deliveryScore,
            serviceScore,
            content: (content ?? '').trim(),
            images: images ?? [],
            anonymous: anonymous === 1,
          },
        ]
      : [],
  )
}
