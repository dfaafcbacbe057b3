import { existsSync, readFileSync } from 'node:fs'
import type { Response } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { expectSoundShop } from '../../../modules/shop/tests/helpers/helpers.ts'
import { addingActions } from '../../../src/schemas/language/action/builtInActions.ts'
import { axeFaults } from '../../harness/browser/axe.ts'
import { openOffice } from '../../harness/browser/site.ts'
import { sampleOf } from '../../harness/sampling.ts'
import { productSchema } from '../../harness/schemas.ts'
import { startTestSandbox } from '../../harness/services/sandbox.ts'
import { allActions, type Place, type Pressed } from './catalogue.ts'
import { type Key, making } from './factories.ts'
import type { Entry } from './fill.ts'
import { type Desk, openPage } from './press.ts'
import { rowsOf } from './rows.ts'
import { type Ending, ways } from './strategies.ts'
import { again, elsewhere, first, given, givenFrom, leaves, rowFor, settled } from './tables.ts'

const schema = await productSchema()
/** A pattern of ids, for whoever mends something. */
const only = process.env.KONTOR_ONLY
/** Does the payment provider refuse to send money back now? */
let refuses = false
const sandbox = await startTestSandbox({ repeats: 0, refuse: () => (refuses ? '银行卡已注销' : undefined) })
afterAll(() => sandbox.close())
const { page: tab, server } = await openOffice({
  settings: sandbox.settings,
  look: { lang: 'en', reducedMotion: 'reduce', acceptDownloads: true },
})
const desk: Desk = {
  tab,
  base: server.url,
  word: (page, key) => schema.words.text('en', page.id, key),
  async judge() {
    if (!only) expect(await axeFaults(tab)).toEqual([])
  },
}
tab.setDefaultTimeout(Number(process.env.KONTOR_WAIT ?? 20_000))
const signIn = () => server.signIn('admin')
const rows = rowsOf(signIn, 1)
async function refusing(work: () => Promise<void>): Promise<void> {
  refuses = true
  await work().finally(() => {
    refuses = false
  })
}

const all = allActions(schema)
const own = all.filter(({ id }) => !elsewhere[id])
const presses = own.flatMap((pressed) =>
  pressed.places.map((place): [string, Pressed, Place] => [`${pressed.id} (${place})`, pressed, place]),
)

/** Ways that a walk of their own goes in `npm test`: import.test, export.test, restores.test, maskedMembers.test, accessible.test. */
const walkedElsewhere = /^(?:import|export|history|restore|reveal|detail)/i

/** Picks presses until every way to do an action and every place of its button has been seen, without those that are walked elsewhere. */
function newWayOrPlace(): (press: [string, Pressed, Place]) => boolean {
  const seen = new Set<string>()
  return ([, pressed, place]) => {
    if (walkedElsewhere.test(pressed.name)) return false
    const news = [`way ${ways(pressed).name}`, `place ${place}`].filter((each) => !seen.has(each))
    for (const each of news) seen.add(each)
    return news.length > 0
  }
}
const cases = only
  ? presses.filter(([, { id }]) => new RegExp(only).test(id))
  : sampleOf('actions pressed in the browser', presses, newWayOrPlace())

const withRow: readonly Place[] = ['row', 'bulk', 'deleted', 'cell', 'form', 'preview']

async function rowOf({ id, page, name, places }: Pressed, place: Place): Promise<Key | undefined> {
  if (name === 'sort') return undefined
  if (first[id]) await server.query(first[id])
  const make = making[id]
  if (make) return make({ server, signIn, refusing })
  if (!withRow.includes(place) || page.kind === 'form') return undefined
  const sql = rowFor[id]
  if (sql !== undefined) return (await server.query<{ id: Key }>(sql))[0]?.id
  return rows.ready(page, places.includes('preview') ? 'detail' : name, place === 'deleted')
}

async function entriesOf(id: string): Promise<Readonly<Record<string, Entry>>> {
  const sql = givenFrom[id]
  return { ...given[id], ...(sql === undefined ? {} : (await server.query<Record<string, Entry>>(sql))[0]) }
}

/** What an action changes besides its row: told in the table, or another row of the same kind. */
async function left({ id, page, name }: Pressed): Promise<unknown> {
  const adds = addingActions.includes(name) && page.entity.table !== ''
  const sql = leaves[id] ?? (adds ? `select count(*) from "${page.entity.table}"` : undefined)
  return sql === undefined ? undefined : server.query(sql)
}

describe('every action of the back office', () => {
  it('is pressed here or in a test that is named', () => {
    const ids = all.map(({ id }) => id)
    const named = [elsewhere, given, givenFrom, rowFor, making, leaves, first].flatMap((table) => Object.keys(table))
    expect([...named, ...again, ...settled].filter((id) => !ids.includes(id))).toEqual([])
    for (const [id, where] of Object.entries(elsewhere)) {
      const [file = '', why = ''] = where.split(': ')
      expect(existsSync(file), `${id}: ${file}`).toBe(true)
      expect(why, id).toMatch(/\S/)
      expect(readFileSync(file, 'utf8'), `${file} has no browser`).toMatch(/open(Office|Site|Browser)/)
    }
    expect(own.filter(({ places }) => places.length === 0).map(({ id }) => id)).toEqual([])
  })

  it.each(cases)('%s', async (_what, pressed, place) => {
    const { id, page, name } = pressed
    const key = await rowOf(pressed, place)
    if (withRow.includes(place) && page.kind === 'crud' && name !== 'sort')
      expect(key, 'a row with which it can be done').toBeDefined()
    const before = key === undefined ? undefined : await rows.one(page, key, place === 'deleted')
    const leftBefore = await left(pressed)
    await openPage(desk, pressed, key, place)
    const { call } = page.actions[name] ?? { call: '' }
    let response: Response | undefined
    let said: Promise<unknown> | undefined
    const hear = (answer: Response) => {
      const { pathname } = new URL(answer.url())
      if (pathname !== `/admin/${page.controller}/${call}` || answer.request().method() === 'GET') return
      response = answer
      // From now on: on a busy machine a message may be gone before it is asked for.
      said = tab.locator('.k-toast-success').first().waitFor()
      said.catch(() => undefined)
    }
    tab.on('response', hear)
    let ending: Ending
    try {
      ending = await ways(pressed)({ desk, pressed, place, key, given: await entriesOf(id), sent: () => response })
    } finally {
      tab.off('response', hear)
    }
    if (ending === 'shown') return
    expect(response, 'something is sent').toBeDefined()
    expect(await response?.json(), await response?.text()).toMatchObject({ code: 1 })
    if (ending === 'told') return
    await said
    await expect.poll(() => tab.locator('.k-dialog, .k-drawer').count()).toBe(0)
    if (leftBefore !== undefined) expect(await left(pressed), 'something is left').not.toEqual(leftBefore)
    if (key === undefined) return
    const after = await rows.one(page, key, place === 'deleted')
    if (leftBefore === undefined && !settled.includes(id)) expect(after, 'the row is another one').not.toEqual(before)
    if (!page.actions[name]?.when || again.includes(id)) return
    expect(after !== undefined && rows.can(page, name, after), 'it cannot be done again').toBe(false)
    await tab.locator(`[data-id="${key}"] [data-act="run"][data-name="${name}"]`).waitFor({ state: 'detached' })
  })

  it('leaves the books of the shop right', async () => {
    await expectSoundShop(server)
  })
})
