import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type CommandContext, rowOf, rowsOf } from '../../../../server/core/command.ts'
import { actorOf, type Context } from '../../../../server/core/context.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { Refused } from '../../../../server/core/refuse.ts'
import { areAreas, areaText } from '../../../../server/core/regions.ts'
import { requestIds } from '../../../../server/crud/rows/key.ts'
import { chainOf } from '../../../../src/schemas/kinds/regions.ts'
import type { Counted } from '../command.ts'
import type { ShopUserAddressRow } from '../rows.generated.ts'
import { keyOf, memberStep, readInput, rowId } from './call.ts'

/** Addresses that a member keeps. */
export const addressesAtMost = 20

const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))

/** Who takes a parcel, and where. */
export const receiverShape = {
  name: text(20),
  mobile: z.string().check(z.regex(/^1[3-9]\d{9}$/)),
  /** Codes of province, city and district. */
  city: z.array(rowId).check(z.length(3)),
  address: text(200),
}

const kept = z.object({ ...receiverShape, is_default: z.optional(z.boolean()) })
const changed = z.object({ ...receiverShape, is_default: z.optional(z.boolean()), id: rowId })

/** An address as its member gives it. */
export type AddressInput = z.infer<typeof kept>

const base = { app: 'api', controller: 'shop.Address', access: { type: 'login' } } as const

/** What members do with their addresses: an address of somebody else is none. */
export const addressHandlers: readonly Handler[] = [
  { ...base, action: 'index', method: 'GET', run: async (ctx) => ({ list: await readAddresses(ctx) }) },
  {
    ...base,
    action: 'add',
    method: 'POST',
    run: memberStep((trx, userId, env, { body }) => addAddress(trx, userId, readInput(kept, body), env)),
  },
  {
    ...base,
    action: 'edit',
    method: 'POST',
    run: memberStep((trx, userId, env, { body }) => changeAddress(trx, userId, readInput(changed, body), env)),
  },
  {
    ...base,
    action: 'setDefault',
    method: 'POST',
    run: memberStep(async (trx, userId, env, { body }) => {
      await prepareDefault(trx, userId)
      await makeDefault(trx, userId, keyOf(body.id), env)
    }),
  },
  {
    ...base,
    action: 'del',
    method: 'DELETE',
    run: memberStep((trx, userId, env, { query }) =>
      removeAddresses(trx, userId, requestIds(query.ids, addressesAtMost).map(Number), env),
    ),
  },
]

type OwnAddress = Pick<ShopUserAddressRow, 'id' | 'name' | 'mobile' | 'city' | 'address' | 'is_default'>

/** A member's addresses, the default first. */
export async function ownAddresses(db: Reader, userId: number): Promise<OwnAddress[]> {
  return rowsOf(
    db,
    sql<OwnAddress>`select id, name, mobile, city, address, is_default from shop_user_address
      where user_id = ${userId} order by is_default desc, id desc`,
  )
}

async function readAddresses(ctx: Context): Promise<unknown[]> {
  const rows = await ownAddresses(ctx.read, actorOf(ctx).id)
  return rows.map((row) => ({ ...row, city_text: areaText(row.city), is_default: row.is_default === 1 }))
}

/** Addresses of one member change one after another: their number and their default are judged as they stay. */
export async function prepareDefault(trx: Writer, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${userId}`}, 0))`.execute(trx)
}

/** Are these codes of a province, a city in it and a district in that? */
export function isRegion(city: readonly number[]): boolean {
  return areAreas(city) && chainOf(city[2] ?? 0).join() === city.join()
}

function requireRegion({ city }: AddressInput): void {
  if (!isRegion(city)) throw new Refused('store.badInput', { field: 'city' }, { field: 'city' })
}

/** Locks the member's addresses and returns how many there are. Refuses one more than a member may keep. */
export async function prepareAddress(trx: Writer, userId: number, mode: 'add' | 'edit'): Promise<number> {
  await prepareDefault(trx, userId)
  const [count] = await rowsOf(trx, sql<Counted>`select count(*)::int as n from shop_user_address where user_id = ${userId}`)
  const n = count?.n ?? 0
  if (mode === 'add' && n >= addressesAtMost) throw new Refused('store.addressFull', { max: addressesAtMost })
  return n
}

/** Keeps an address of a member; the first is the default. Gives its key. */
export async function addAddress(trx: Writer, userId: number, input: AddressInput, env: CommandContext): Promise<{ id: number }> {
  requireRegion(input)
  const n = await prepareAddress(trx, userId, 'add')
  const row = await rowOf(
    trx,
    sql<
      Pick<ShopUserAddressRow, 'id'>
    >`insert into shop_user_address (user_id, name, mobile, city, address, is_default, create_time, update_time)
      values (${userId}, ${input.name}, ${input.mobile}, ${[...input.city]}::int[], ${input.address}, 0, ${env.now}, ${env.now}) returning id`,
  )
  const id = row?.id ?? 0
  if (input.is_default || n === 0) await makeDefault(trx, userId, id, env)
  return { id }
}

async function changeAddress(
  trx: Writer,
  userId: number,
  input: z.infer<typeof changed>,
  env: CommandContext,
): Promise<{ id: number }> {
  requireRegion(input)
  await prepareDefault(trx, userId)
  const done = await rowOf(
    trx,
    sql<Pick<ShopUserAddressRow, 'id'>>`update shop_user_address set name = ${input.name}, mobile = ${input.mobile},
      city = ${[...input.city]}::int[], address = ${input.address},
      is_default = ${input.is_default === false ? 0 : sql.ref('is_default')}, update_time = ${env.now}
      where id = ${keyOf(input.id)} and user_id = ${userId} returning id`,
  )
  if (!done) throw new Refused('store.noAddress')
  if (input.is_default) await makeDefault(trx, userId, done.id, env)
  return done
}

/** Makes an address of the member the one default there is. */
export async function makeDefault(trx: Writer, userId: number, id: number, env: CommandContext): Promise<void> {
  const { rows } = await sql<{
    found: boolean
  }>`with moved as (update shop_user_address set is_default = (id = ${id})::int, update_time = ${env.now}
      where user_id = ${userId} and is_default <> (id = ${id})::int
      and exists (select 1 from shop_user_address a where a.id = ${id} and a.user_id = ${userId}))
    select exists (select 1 from shop_user_address a where a.id = ${id} and a.user_id = ${userId}) as found`.execute(trx)
  if (!rows[0]?.found) throw new Refused('store.noAddress')
}

/** Forgets addresses; of those that stay the newest takes over from a default that went. */
async function removeAddresses(trx: Writer, userId: number, ids: readonly number[], env: CommandContext): Promise<void> {
  await prepareDefault(trx, userId)
  const gone = await rowsOf(
    trx,
    sql<Pick<ShopUserAddressRow, 'is_default'>>`delete from shop_user_address
      where user_id = ${userId} and id = any(${[...ids]}::bigint[]) returning is_default`,
  )
  if (gone.some((row) => row.is_default === 1)) await chooseDefault(trx, userId, env)
}

/** Makes the newest address the default where none is. */
export async function chooseDefault(trx: Writer, userId: number, env: CommandContext): Promise<void> {
  await sql`update shop_user_address set is_default = 1, update_time = ${env.now}
    where id = (select max(id) from shop_user_address where user_id = ${userId})
      and not exists (select 1 from shop_user_address where user_id = ${userId} and is_default = 1)`.execute(trx)
}

/** An address of the member, for an order that is sent there. Refuses one that is not theirs, as if it did not exist. */
export async function ownAddress(db: Reader, userId: number, id: number): Promise<OwnAddress> {
  const row = (await ownAddresses(db, userId)).find((each) => each.id === id)
  if (!row) throw new Refused('store.noAddress', {}, { field: 'address_id' })
  return row
}

/** Forgets all addresses of a member who was deleted; orders keep what was written on their parcels. */
export async function forgetAddresses(trx: Writer, userId: number): Promise<void> {
  await sql`delete from shop_user_address where user_id = ${userId}`.execute(trx)
}
