import { sql } from 'kysely'
import { wireZone } from '../../../src/schemas/kinds/clock.ts'
import type { Reader } from '../../core/db/connect.ts'
import { readColumn } from '../../core/db/scalar.ts'
import { readSiteConfig } from '../../core/siteConfig.ts'

/** What a column holds, which decides how it reads where a variable names no format of its own. */
type PlaceKind = 'text' | 'money' | 'time'

/** What variables of messages may be taken from. */
export interface MessageValues {
  /** `<table>.<column>`: what a member may know of their own things, and nothing else. Words: `sms.places.<place>`. */
  places?: Readonly<Record<string, PlaceKind>>
  /** Items of the configuration and how each is read, '' where it is not set. Words: `sms.items.<item>`. */
  items?: Readonly<Record<string, (db: Reader, name: string) => Promise<string>>>
}

declare module '../module.ts' {
  interface ServerModule {
    /** What may be named in messages to members. */
    readonly messageValues?: MessageValues
  }
}

declare module '../../core/services.ts' {
  interface Services {
    /** What the modules that are on offer to messages, the platform's own included. */
    messageValues: MessageValues
  }
}

const siteItem = async (db: Reader, name: string): Promise<string> => {
  const config: Readonly<Record<string, string>> = await readSiteConfig(db)
  return config[name] ?? ''
}

/** What every message may name. */
const platformValues = {
  places: {
    'user.nickname': 'text',
    'user.username': 'text',
    'user.mobile': 'text',
    'user.money': 'money',
    'user.score': 'text',
  },
  items: { site_name: siteItem, record_number: siteItem },
} as const satisfies MessageValues

/** The platform's own values and those of modules. */
export function composeMessageValues(offered: readonly (MessageValues | undefined)[]): Required<MessageValues> {
  const all: readonly (MessageValues | undefined)[] = [platformValues, ...offered]
  return {
    places: Object.assign({}, ...all.map((each) => each?.places)),
    items: Object.assign({}, ...all.map((each) => each?.items)),
  }
}

/** Keys of the records a message is about, by their tables. */
export type AboutRows = Readonly<Record<string, number | undefined>>

/** The value at a place, of the record of that table that the message is about; null where there is none. */
export async function valueAt(db: Reader, place: string, about: AboutRows): Promise<unknown> {
  const [table = '', column = ''] = place.split('.')
  const key = about[table]
  if (key === undefined) return null
  const [value] = await readColumn(db, sql`select ${sql.ref(column)} from ${sql.table(table)} where id = ${key}`)
  return value ?? null
}

/** SQL: when the day of a moment (unix seconds) began in the zone of the wire. */
export const dayBegan = (
  now: number,
) => sql<number>`extract(epoch from date_trunc('day', to_timestamp(${now}::bigint) at time zone
  ${wireZone()}::text) at time zone ${wireZone()}::text)`
