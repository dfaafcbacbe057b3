import type { Writer } from '../../../../server/core/db/connect.ts'
import { areaCodes, areaText } from '../../../../server/core/regions.ts'
import { addAddress, ownAddresses } from '../../server/store/address.ts'
import { minute } from '../clock.ts'
import type { OrderPlan } from '../orders/orders.ts'
import type { World } from '../world.ts'
import { type Place, place } from './people.ts'

/** Addresses that a member of the demo shop keeps, at most. */
const keptAtMost = 3

type Receiver = Place & { name: string; mobile: string }

/** Some members enter an address as soon as they have joined; most keep that of an order. */
export function planAddresses(world: World): void {
  const { addresses, members } = world
  for (const member of members) {
    if (!addresses.chance(40)) continue
    const receiver = { name: member.name, mobile: member.mobile, ...place(addresses) }
    const time = member.joined + addresses.between(2, 50) * minute
    world.at(time, (trx) => keep(world, { member, time }, receiver, trx))
  }
}

/** Where an order goes: mostly to an address that the member has kept; another one (`receiver`) is kept with it. */
export async function receiverOf(world: World, plan: OrderPlan, trx: Writer, receiver: Receiver): Promise<Receiver> {
  const kept = await ownAddresses(trx, plan.member.id)
  if (kept.length > 0 && (kept.length >= keptAtMost || world.addresses.chance(80))) {
    const { name, mobile, city, address } = world.addresses.chance(70)
      ? (kept[0] ?? world.addresses.pick(kept))
      : world.addresses.pick(kept)
    return { name, mobile, city: areaText(city).replaceAll(',', ' '), address }
  }
  await keep(world, plan, receiver, trx)
  return receiver
}

/** Keeps an address; a region that the list of regions does not know is only written on the parcel. */
async function keep(
  world: World,
  { member, time }: Pick<OrderPlan, 'member' | 'time'>,
  { city, ...receiver }: Receiver,
  trx: Writer,
): Promise<void> {
  const codes = areaCodes(city)
  if (codes) await addAddress(trx, member.id, { ...receiver, city: codes }, world.asMember(time, member))
}
