import { sql } from 'kysely'
import { seeded } from '../../../codegen/sample/random.ts'
import { whyNoSamples } from '../../../codegen/sample/refused.ts'
import { type RowMaker, sampleRow } from '../../../codegen/sample/row.ts'
import { speeches } from '../../../codegen/sample/speech.ts'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import { defaultLocale, isLocale, type Locale } from '../../../src/schemas/language/words.ts'
import type { Actor, Context } from '../../core/context.ts'
import type { Database, Writer } from '../../core/db/connect.ts'
import type { Key } from '../../core/db/rowKey.ts'
import { authorOf } from '../../core/history/author.ts'
import { jobContext } from '../../core/jobs/context.ts'
import { Refused } from '../../core/refuse.ts'
import type { AdminRow } from '../../core/rows.generated.ts'
import { loadRights } from '../../core/session/access.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import { makeScreen, type Screen } from '../../crud/screen/screen.ts'
import { readableError } from '../../crud/validate/refusal.ts'
import { writableFields } from '../../crud/write/body.ts'
import { save } from '../../crud/write/save.ts'
import type { KontorServer } from '../assemble.ts'
import { type Choices, readChoices } from './choices.ts'

/** No rows are made; the message says why. */
export class NoSamples extends Error {}

/** What is wanted. */
export interface SampleInput {
  page: Page
  count: number
  seed: number
  /** The language of texts; absent: the site's. */
  lang?: Locale | undefined
  /** Told how many rows there are, after each batch. */
  progress?(done: number): void
}

/** Rows that are saved in one transaction. */
const batchSize = 100
/** Rows in a row that may be refused before it is given up. */
const mostRefused = 30

/**
 * Adds sample rows to a page's list, each saved as a form of the page is: with its rules, its hooks and its history. Returns how many rows
 * were added, fewer where the list takes no more, and why others were refused. Throws `NoSamples` and `Unfillable`.
 */
export async function fillPage(
  { core, app }: Pick<KontorServer, 'core' | 'app'>,
  { page, count, seed, lang, progress }: SampleInput,
): Promise<{ added: number; refused: ReadonlyMap<string, number> }> {
  const why = whyNoSamples(page)
  if (why !== undefined) throw new NoSamples(why)
  const { schema, services } = core
  const { database } = services
  const site = await services.site.config()
  const locale = lang ?? (isLocale(site.default_lang) ? site.default_lang : defaultLocale)
  const actor = await ownerOf(database)
  const options = { core, actor, lang: locale, controller: page.controller, action: 'add', database }
  const ctx = jobContext({ ...options, read: database.read, log: app.log })
  const screen = makeScreen(page, schema, services.engine)
  const filling: Filling = {
    screen,
    ctx,
    choices: await readChoices(screen, ctx),
    random: seeded(seed),
    lang: locale,
    refused: new Map(),
    inARow: 0,
  }
  let added = 0
  while (added < count && filling.inARow < mostRefused) {
    const size = Math.min(batchSize, count - added)
    added += await inTransaction(database, (trx) => addSome(filling, trx, size), { author: authorOf(ctx) })
    progress?.(added)
  }
  const [reason = ''] = [...filling.refused.keys()].slice(-1)
  if (added === 0) throw new NoSamples(`${filling.inARow} rows in a row were refused. ${reason}`)
  return { added, refused: filling.refused }
}

interface Filling {
  screen: Screen
  ctx: Context
  choices: Choices
  random: RowMaker['random']
  lang: Locale
  /** How many rows were refused, by the reason. */
  refused: Map<string, number>
  /** How many of the last rows were refused. */
  inARow: number
}

/** The person in whose name rows are added: the first super administrator. */
async function ownerOf(database: Database): Promise<Omit<Actor, 'sessionId'>> {
  const { rows } = await sql<Pick<AdminRow, 'id'>>`select id from admin order by id limit 100`.execute(database.read)
  for (const { id } of rows) {
    const rights = await loadRights(database.read, 'admin', id)
    if (rights?.super) return rights
  }
  throw new NoSamples('There is no super administrator yet: start the server on this database once.')
}

async function addSome(filling: Filling, trx: Writer, count: number): Promise<number> {
  let added = 0
  while (added < count && filling.inARow < mostRefused) {
    const key = await addOne(filling, trx)
    if (key === undefined) continue
    added++
    if (key !== null) filling.choices.added(filling.screen.entity.table, key)
  }
  return added
}

/** Adds a row; undefined where it is refused, because another has its number, say. Then nothing of it is left. */
async function addOne(filling: Filling, trx: Writer): Promise<Key | null | undefined> {
  const { screen, ctx, choices, random, lang } = filling
  const maker: RowMaker = {
    ...choices,
    random,
    speech: speeches[lang],
    table: screen.entity.table,
    now: ctx.now,
    selfId: ctx.actor?.id ?? 0,
  }
  const body = sampleRow(screen.page, writableFields(screen, 'add'), maker)
  await sql`savepoint sample_row`.execute(trx)
  try {
    const key = await save(screen, { ...ctx, body }, trx, 'add')
    await sql`release savepoint sample_row`.execute(trx)
    filling.inARow = 0
    return key
  } catch (thrown) {
    const error = await readableError(thrown, { ctx, screen })
    if (!(error instanceof Refused)) throw error
    await sql`rollback to savepoint sample_row`.execute(trx)
    note(filling, error)
    return undefined
  }
}

function note(filling: Filling, error: Refused): void {
  const { refused, ctx } = filling
  const errors = Object.entries(error.options.errors ?? {}).map(([name, text]) => `${name}: ${text}`)
  const reason = errors.length > 0 ? errors.join(' ') : ctx.text(`errors.${error.code}`, error.params)
  refused.set(reason, (refused.get(reason) ?? 0) + 1)
  filling.inARow++
}

/** The page of an id. Throws `NoSamples` with the nearest one. */
export function pageOf(schema: Schema, id: string, hint: (id: string, ids: string[]) => string): Page {
  const page = schema.pages.get(id)
  if (!page) throw new NoSamples(`There is no page "${id}". ${hint(id, [...schema.pages.keys()])}`)
  return page
}
