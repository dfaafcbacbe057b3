import { sql } from 'kysely'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { StepActor } from '../../../server/core/command.ts'
import type { Writer } from '../../../server/core/db/connect.ts'
import type { AdminRow } from '../../../server/core/rows.generated.ts'
import type { ShopCommand } from '../server/command.ts'
import { defaultSettings, type ShopSettings } from '../server/settings/settings.ts'
import { day } from './clock.ts'
import type { DemoSku } from './goods/goods.ts'
import type { DemoMember } from './members/members.ts'
import { type Press, press } from './press.ts'
import { type Random, randomFrom } from './random.ts'

/** Something that happens in the demo shop. Everything is planned first, then happens in the order of time. */
interface Happening {
  time: number
  run: (trx: Writer) => Promise<unknown>
}

export type Staff = 'manager' | 'packer' | 'service' | 'finance'

/** The demo shop while it lives through its ninety days. */
export interface World {
  random: Random
  /** Numbers of payments through a provider: a stream of their own, so that they decide nothing else. */
  payments: Random
  /** Addresses that members keep, likewise. */
  addresses: Random
  now: number
  members: readonly DemoMember[]
  skus: readonly DemoSku[]
  /** Plans something; times after `now` are a fault of the plan. */
  at(time: number, run: (trx: Writer) => Promise<unknown>): void
  /** Plans an action that its page states as data. */
  press(what: Press): void
  asMember(time: number, member: DemoMember): ShopCommand
  asStaff(time: number, who: Staff): ShopCommand
  asShop(time: number): ShopCommand
  /** Lets everything planned happen. */
  live(trx: Writer): Promise<number>
}

/** In the demo shop unpaid orders stay open for a day, so that there are some to look at. */
const demoSettings: ShopSettings = { ...defaultSettings, autoCloseMinutes: 24 * 60, maxUnpaid: 20 }

/** Makes the world of these pages; reads the administrators who will act, and takes the owner's name for one who is missing. */
export async function makeWorld(
  trx: Writer,
  { random, now, schema }: { random: Random; now: number; schema: Schema },
  members: readonly DemoMember[],
  skus: readonly DemoSku[],
): Promise<World> {
  const { rows } = await sql<
    Pick<AdminRow, 'id' | 'username' | 'nickname'>
  >`select id, username, nickname from admin order by id`.execute(trx)
  const happenings: Happening[] = []
  const env = (time: number, actor: StepActor): ShopCommand => ({
    now: time,
    actor,
    random: random.int,
    settings: demoSettings,
    silent: time < now - 8 * day,
  })
  const staff = (who: Staff): StepActor => {
    const admin = rows.find((row) => row.username === who) ?? rows[0]
    return admin ? { type: 'admin', id: admin.id, name: admin.nickname } : { type: 'system' }
  }
  const at: World['at'] = (time, run) => {
    if (time > now) throw new Error(`planned for ${time}, after the demo's own time ${now}`)
    happenings.push({ time, run })
  }
  return {
    random,
    payments: randomFrom(0x50415953),
    addresses: randomFrom(0x41444452),
    now,
    members,
    skus,
    at,
    press: (what) => at(what.now, (trx) => press(trx, schema, what)),
    asMember: (time, member) => env(time, { type: 'member', id: member.id, name: member.nickname }),
    asStaff: (time, who) => env(time, staff(who)),
    asShop: (time) => env(time, { type: 'system' }),
    live: async (trx) => {
      happenings.sort((a, b) => a.time - b.time) // a stable sort: what was planned first comes first
      for (const { run } of happenings) await run(trx)
      return happenings.length
    },
  }
}
