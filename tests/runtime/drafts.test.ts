import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDraftKeeper } from '../../src/runtime/form/draftKeeper.ts'
import { claimDrafts } from '../../src/runtime/form/draftOwner.ts'
import { createDrafts } from '../../src/runtime/form/drafts.ts'
import { createForm } from '../../src/runtime/form/form.ts'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { testPage } from './support.ts'

const page = testPage('lab/person', {
  entity: { table: 'lab_person' },
  fields: {
    name: { kind: 'string' },
    price: { kind: 'money' },
    phone: { kind: 'mobile', mask: 'middle' },
    pin: { kind: 'password', secret: true },
    token: { kind: 'string', secret: true },
    visits: { kind: 'subtable', fields: { place: { kind: 'string' } } },
    keys: { kind: 'subtable', fields: { place: { kind: 'string' }, code: { kind: 'string', secret: true } } },
  },
})

const day = 86_400
let now = 1_000_000
let storage = memoryStorage()
beforeEach(() => {
  vi.useFakeTimers()
  now = 1_000_000
  storage = memoryStorage()
})
afterEach(() => void vi.useRealTimers())

const draftsOf = (owner: number) => createDrafts(storage, 'admin', owner, () => now)
const all = () => storage.get('drafts_admin')

function open(row: Record<string, unknown> = { name: 'Zhang', price: '1.00', visits: [] }, owner = 1) {
  const form = createForm({
    action: 'edit',
    ids: [7],
    mode: 'edit',
    fields: Object.values(page.fields),
    actor: () => ({ selfId: 1, now }),
    id: () => 'key',
    send: async () => null,
  })
  form.fill(row)
  const keeper = createDraftKeeper(form, draftsOf(owner), 'lab/person/edit/7', () => now)
  const offer = keeper.open()
  return { form, keeper, offer, stop: keeper.watch() }
}

/** What waits for the moment after a change. */
const settle = () => vi.advanceTimersByTimeAsync(1000)

describe('what is entered and not saved', () => {
  test('is kept on the wire, without secrets, masked values, and rows that hold some', async () => {
    const { form } = open()
    form.set('price', 1250)
    form.set('visits', [{ place: 'Xi’an' }])
    for (const [name, value] of Object.entries({ phone: '13800138000', pin: 'pin-1', token: 'token-1' })) form.set(name, value)
    form.set('keys', [{ place: 'here', code: 'code-1' }])
    await settle()
    expect(draftsOf(1).read('lab/person/edit/7')).toEqual({
      time: now,
      values: { price: '12.50', visits: [{ place: 'Xi’an' }] },
      base: { price: '1.00', visits: [] },
    })
    expect(all()).not.toMatch(/138|pin-1|token-1|code-1/)
  })

  test('is forgotten when it is saved, put back or given up', async () => {
    for (const end of ['saved', 'put back', 'given up'] as const) {
      const { form, keeper, stop } = open()
      form.set('name', 'Li')
      await settle()
      expect(all()).toContain('Li')
      if (end === 'saved') await form.submit()
      else if (end === 'put back') form.set('name', 'Zhang')
      else keeper.drop()
      stop()
      expect(all(), end).toBe(null)
    }
  })

  test('is offered to the same person only, and no longer than three days', async () => {
    const { form, stop } = open()
    form.set('name', 'Li')
    stop()
    expect(open(undefined, 2).offer).toBe(null)
    expect(open().offer).toMatchObject({ values: { name: 'Li' } })
    now += 3 * day
    expect(open().offer).toBe(null)
  })

  test('of somebody else goes when another person signs in', async () => {
    const { form, stop } = open()
    form.set('name', 'Li')
    stop()
    claimDrafts(storage, 'admin', 1)
    expect(all()).toContain('Li')
    claimDrafts(storage, 'admin', 12)
    expect(all()).toBe(null)
  })

  test('stays beside what is entered while it is offered, and is entered where nothing was entered since', async () => {
    const first = open()
    first.form.set('name', 'Of before')
    first.form.set('price', 900)
    first.stop()
    const second = open()
    second.form.set('name', 'Of now')
    await settle()
    expect(draftsOf(1).read('lab/person/edit/7')?.values).toEqual({ name: 'Of now', price: '9.00' })
    second.keeper.restore()
    expect(second.form.state.values).toMatchObject({ name: 'Of now', price: 900 })
    expect(second.form.state.clash).toBe(null)
  })

  test('asks where the record holds something else than when it was entered', () => {
    const first = open()
    first.form.set('name', 'Mine')
    first.form.set('price', 900)
    first.stop()
    const second = open({ name: 'Theirs', price: '1.00', visits: [] })
    second.keeper.restore()
    expect(second.form.state.clash?.fields).toMatchObject([{ name: 'name', base: 'Zhang', theirs: 'Theirs', mine: 'Mine' }])
    expect(second.form.state.values).toMatchObject({ name: 'Mine', price: 900 })
  })

  test('is of no use where the storage holds something else, or the draft is too long', async () => {
    for (const text of ['1|nonsense', '1|{"lab/person/edit/7":{"time":1}}', '1|[]', 'x']) {
      storage.set('drafts_admin', text)
      expect(open().offer).toBe(null)
    }
    const { form, stop } = open()
    form.set('name', 'x'.repeat(300_000))
    stop()
    expect(all()).toBe(null)
  })

  test('of the oldest forms goes first', () => {
    const drafts = draftsOf(1)
    for (let i = 0; i < 30; i++) drafts.write(`place ${i}`, { time: now + i, values: {}, base: {} })
    expect([drafts.read('place 9'), drafts.read('place 10')?.time]).toEqual([null, now + 10])
  })
})
