import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Writer } from '../../../server/core/db/connect.ts'
import type { SecretBox } from '../../../server/core/secretBox.ts'
import { seedShopMembers } from '../server/member/row.ts'
import { seedFiles } from './files.ts'
import { planEvaluations } from './goods/evaluations.ts'
import { seedTemplates } from './goods/freightTemplates.ts'
import { seedDelivery, seedGoods } from './goods/goods.ts'
import { checkInvariants } from './invariants.ts'
import { planAddresses } from './members/addresses.ts'
import { seedLevels } from './members/levels.ts'
import { seedMembers } from './members/members.ts'
import { seedPoints } from './members/points.ts'
import { settleStock } from './orders/aftermath.ts'
import { seedCoupons } from './orders/coupons.ts'
import { planOrders } from './orders/orders.ts'
import { seedRecharges } from './orders/recharges.ts'
import { planRefunds } from './orders/refunds.ts'
import { playOrder } from './orders/scripts.ts'
import { seedSms, settleSms } from './platform/sms.ts'
import { seedVisits } from './platform/visits.ts'
import { randomFrom } from './random.ts'
import { readSnapshot, restoreSnapshot, snapshotFaults } from './snapshot.ts'
import { seedTeams } from './teams/teams.ts'
import { makeWorld } from './world.ts'

/**
 * Fills an empty shop with the demo shop: from the snapshot in the repository where that fits the tables, else step by step, which takes half
 * a minute. Runs in the caller's transaction.
 */
export async function fillDemo(trx: Writer, options: DemoOptions): Promise<void> {
  const started = performance.now()
  const snapshot = await readSnapshot()
  const faults = await snapshotFaults(trx, snapshot)
  if (faults.length > 0) {
    options.log(`the demo snapshot does not fit the tables (${faults.join('; ')}); \`npm run demo:snapshot\` makes a new one`)
    options.log('making the demo shop step by step …')
    return seedDemo(trx, options)
  }
  options.log('filling the demo shop …')
  const rows = await restoreSnapshot(trx, snapshot, options)
  await requireSound(trx)
  options.log(`demo shop: ${rows} rows in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

export interface DemoOptions {
  /** Unix seconds: the time the demo shop has reached. */
  now: number
  log: (line: string) => void
  seal: SecretBox
  schema: Schema
}

/** "KONT": every demo shop in the world is the same one. */
const seed = 0x4b4f4e54

/**
 * Fills an empty shop with the demo shop of the screen catalogue (chapter H): catalogues are inserted, everything else happens by the steps
 * people take, with a clock that runs through ninety days. The same clock gives the same rows. Runs in the caller's transaction.
 */
export async function seedDemo(trx: Writer, { now, log, seal, schema }: DemoOptions): Promise<void> {
  const started = performance.now()
  const { world, plans, members } = await planDemo(trx, { now, schema })
  planAddresses(world)
  await seedCoupons(trx, world, plans)
  await seedRecharges(trx, world, plans)
  await seedSms(trx, now)
  await seedTeams(trx, world, seal)
  await seedPoints(trx, world, plans)
  const steps = await world.live(trx)
  await settleSms(trx)
  await seedLevels(trx, world, plans)
  await seedConfigItem(trx, now)
  await seedFiles(trx, now)
  await seedVisits(trx, now)
  await requireSound(trx)
  log(
    `demo shop: ${plans.length} orders, ${members.length} members, ${steps} steps in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
}

async function requireSound(trx: Writer): Promise<void> {
  const faults = await checkInvariants(trx)
  if (faults.length > 0) throw new Error(`The demo shop does not add up:\n${faults.join('\n')}`)
}

/**
 * The catalogues and members of the demo shop, and what will become of its orders, evaluations and refunds, before any of it happens. Throws
 * when there are too few orders for a plan, which must not happen at any `now` (unix seconds).
 */
export async function planDemo(trx: Writer, { now, schema }: Pick<DemoOptions, 'now' | 'schema'>) {
  const random = randomFrom(seed)
  const skus = await seedGoods(trx, random, now)
  await seedDelivery(trx, random, now)
  await seedTemplates(trx, now)
  const members = await seedMembers(trx, random, now)
  await seedShopMembers(trx, now)
  const world = await makeWorld(trx, { random, now, schema }, members, skus)
  const plans = planOrders(world)
  const played = plans.map((plan) => ({ plan, ...playOrder(world, plan) }))
  planEvaluations(world, played)
  planRefunds(world, played)
  settleStock(world, plans, schema)
  return { world, plans, members }
}

/** The one item of the demo's configuration that is no field of its page: people made it. */
async function seedConfigItem(trx: Writer, now: number): Promise<void> {
  const item = { name: 'service_phone', group: 'basics', title: '客服电话', type: 'mobile', tip: '展示在帮助页。', weigh: 0 }
  await trx
    .insertInto('config_item')
    .values({ ...item, content: '', rule: '', extend: '', input_extend: '', create_time: now, update_time: now })
    .execute()
  await trx.insertInto('config').values({ name: item.name, value: '13800138000', create_time: now, update_time: now }).execute()
}
