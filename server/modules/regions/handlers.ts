import type { Context } from '../../core/context.ts'
import type { Handler } from '../../core/handler.ts'
import { Refused } from '../../core/refuse.ts'
import { type Area, areasIn } from '../../core/regions.ts'
import { text } from '../../crud/search/listQuery.ts'

/** Provinces, the cities of `province`, the districts of `city`: for administrators, and for everybody (protocol 1.8). */
export const areaHandlers: readonly Handler[] = [
  { app: 'admin', controller: 'ajax', action: 'area', method: 'GET', access: { type: 'login' }, run },
  { app: 'api', controller: 'ajax', action: 'area', method: 'GET', access: { type: 'public' }, run },
]

async function run({ query }: Context): Promise<readonly Area[]> {
  const province = code(query.province, 'province')
  const city = code(query.city, 'city')
  return province === undefined ? areasIn() : areasIn(province, city)
}

/** A code of six digits; absent and empty are none. */
function code(value: Context['query'][string] | undefined, name: string): number | undefined {
  const given = text(value, name) ?? ''
  if (given === '') return undefined
  if (!/^[1-8]\d{5}$/.test(given)) throw new Refused('crud.parameter', { name })
  return Number(given)
}
