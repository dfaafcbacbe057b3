import { describe, expect, test, vi } from 'vitest'
import type { Runtime } from '../../src/runtime/app/runtime.ts'
import type { Crud } from '../../src/runtime/crud/crud.ts'
import { createCrud } from '../../src/runtime/crud/crud.ts'
import { buildAdminWire } from '../../src/runtime/wire/buildadmin/wire.ts'
import type { Wire } from '../../src/runtime/wire/wire.ts'
import { type Answer, type Asked, littleServer, runtimeWords, testPage, testRuntime } from './support.ts'

/** An action that opens the answer's path. As JSON: an object with a `then` would be taken for a promise. */
const leading = JSON.parse('{ "type": "run", "node": "index", "then": "follow" }')

const order = testPage(
  'shop/order/order',
  {
    entity: {
      table: 'shop_order',
      weigh: 'weigh',
      relations: { user: { table: 'user', key: 'user_id' }, goods: { table: 'shop_order_goods', many: 'order_id' } },
      sort: [['weigh', 'desc']],
    },
    fields: {
      order_no: { kind: 'string', readOnly: true },
      user_id: { kind: 'remoteSelect', page: 'user/user', show: 'nickname' },
      status: { kind: 'select', readOnly: true, options: [{ value: 2 }, { value: 3 }] },
      pay_amount: { kind: 'money' },
      refund_amount: { kind: 'money' },
      top: { kind: 'switch' },
      weigh: { kind: 'weigh' },
    },
    table: {
      columns: ['order_no', 'status'],
      search: ['order_no', { field: 'status', operator: 'IN' }],
      row: ['edit', 'delete', 'deliver', 'close', 'sort'],
    },
    form: { fields: ['user_id', 'pay_amount', 'top'] },
    actions: {
      deliver: {
        type: 'run',
        node: 'order-delivery',
        call: 'delivery',
        when: { status: 2 },
        fields: {
          company_id: { kind: 'remoteSelect', page: 'shop/delivery/company', show: 'name', required: true, depends: ['user_id'] },
          tracking_no: { kind: 'string', required: true },
        },
      },
      close: {
        type: 'run',
        node: 'order-close',
        when: { refund_amount: { lte: '0.00' }, status: { notIn: [3] } },
        set: { status: 3 },
      },
      pay: leading,
      send: leading,
    },
  },
  {
    user: {
      nickname: testPage('user/user', { entity: { table: 'user' }, fields: { nickname: { kind: 'string' } } }).fields
        .nickname as never,
    },
  },
)
const words = {
  title: 'Orders',
  actions: { send: { done: 'Sent' } },
  fields: { status: { label: 'Status', options: { 2: 'To ship', 3: 'To receive' } }, refund_amount: { label: 'Refunded' } },
}
const condition = {
  ui: {
    condition: {
      eq: '{field} is {value}',
      lte: '{field} is at most {value}',
      notIn: '{field} is none of {value}',
      and: ' and ',
      list: ', ',
    },
  },
}

interface Row extends Record<string, unknown> {
  id: number
}
const rows = (): Row[] =>
  [1, 2, 3].map((id) => ({
    id,
    order_no: `A${id}`,
    user_id: 10 + id,
    status: '2',
    pay_amount: '12.50',
    refund_amount: '0.00',
    top: 0,
    weigh: id,
    user: { nickname: `Li ${id}` },
  }))

/** A screen of orders before a server that keeps them in memory; `special` answers first. */
async function screen(
  special: (asked: Asked, rows: Row[]) => Answer | Promise<Answer> | undefined = () => undefined,
  parts: { nodes?: string[]; wire?: Wire } = {},
) {
  let stored = rows()
  const find = (id: unknown) => stored.find((row) => String(row.id) === String(id))
  const server = await littleServer(async (asked) => {
    const said = await special(asked, stored)
    if (said) return said
    const action = asked.path.split('/').pop()
    if (action === 'index') return { data: { list: stored, total: stored.length, remark: '' } }
    if (asked.method === 'GET' && action === 'edit') return { data: { row: { ...find(asked.query.get('id')), _version: '5' } } }
    if (asked.method === 'GET' && action === 'delivery')
      return { data: { row: { ...find(asked.query.get('id')), _version: '5' }, values: { company_id: 4, tracking_no: '' } } }
    if (action === 'del') stored = stored.filter((row) => !asked.query.getAll('ids[]').includes(String(row.id)))
    if (asked.method === 'POST' && action === 'edit') Object.assign(find(asked.body.id) ?? {}, asked.body)
    return { msg: 'done', data: null }
  })
  const test = testRuntime(server.url, {
    options: {
      ...(parts.wire ? { wire: parts.wire } : {}),
      fetchPage: async () => ({ page: order, words }),
      fetchWords: async (lang) => [...(await runtimeWords(lang)), condition],
    },
  })
  await test.runtime.start()
  const nodes = parts.nodes ?? ['index', 'edit', 'del', 'order-delivery', 'order-close']
  test.runtime.access.take({ '/admin/shop/order/order': nodes.map((node) => `/admin/shop/order/order/${node}`) }, [])
  const crud = createCrud(test.runtime.screen(await test.runtime.page('shop/order/order')))
  return { crud, server, ...test }
}
const at = (crud: Crud, key: number) => {
  const row = crud.rowOf(key)
  if (!row) throw new Error(`no row ${key}`)
  return row
}
const later = <T>(value: T, ms: number) => new Promise<T>((done) => setTimeout(() => done(value), ms))

describe('an action that leads to another place', () => {
  const toasts = async (action: string, data: object) => {
    const { crud, said } = await screen((asked) => (asked.path.endsWith(`/${action}`) ? { msg: 'Done', data } : undefined))
    await crud.load()
    expect(await crud.run(action, [1])).toBe(true)
    return said()
  }

  test('is not said to be done', async () => {
    expect(await toasts('pay', { path: '/pay/1' })).toEqual([])
    expect(await toasts('close', {})).toEqual(['ui.said.about'])
  })

  test('is, where it leads nowhere this time, and where the page has words for it', async () => {
    expect(await toasts('pay', {})).toEqual(['ui.said.about'])
    expect(await toasts('send', { path: '/admin/shop/coupon/send?id=1' })).toEqual(['ui.said.about'])
  })
})

describe('a list', () => {
  test('holds model values of its own fields and of its relations', async () => {
    const { crud } = await screen()
    expect(await crud.load()).toBe(true)
    expect(at(crud, 1)).toMatchObject({ status: 2, pay_amount: 1250, user: { nickname: 'Li 1' } })
    expect(crud.state).toMatchObject({ total: 3, loaded: true, loading: false, error: null })
  })

  test('asks for the columns in sight, and again where the person brings one back, not where one is hidden', async () => {
    const { crud, server } = await screen()
    const asked = () => server.asked.filter(({ path }) => path.endsWith('/index')).map(({ query }) => query.get('columns'))
    crud.showColumns(['order_no', 'status'])
    expect(asked()).toEqual([])
    await crud.load()
    crud.showColumns(['order_no'])
    crud.showColumns(['order_no', 'status'])
    await later(null, 50)
    expect(asked()).toEqual(['order_no,status'])
    crud.showColumns(['order_no', 'status', 'refund_amount'])
    await vi.waitFor(() => expect(crud.state.loading).toBe(false))
    await later(null, 50)
    expect(asked()).toEqual(['order_no,status', 'order_no,status,refund_amount'])
  })

  test('a late answer never replaces a newer one', async () => {
    const { crud } = await screen((asked) => {
      const search = asked.query.get('search[0][val]')
      if (!search) return undefined
      const answer: Answer = { data: { list: [{ id: search === 'slow' ? 100 : 200 }], total: 1, remark: '' } }
      return later(answer, search === 'slow' ? 80 : 0)
    })
    const slow = crud.setSearch([{ field: 'order_no', operator: 'LIKE', value: 'slow' }])
    const fast = crud.setSearch([{ field: 'order_no', operator: 'LIKE', value: 'fast' }])
    expect([await slow, await fast]).toEqual([false, true])
    await later(null, 100)
    expect(crud.state.rows.map((row) => row.id)).toEqual([200])
    expect(crud.state.loading).toBe(false)
  })

  test('two tabs of one screen that load at the same moment both get their rows', async () => {
    const { runtime } = await screen((asked) => (asked.path.endsWith('index') ? later(undefined as never, 30) : undefined))
    const page = await runtime.page('shop/order/order')
    const [one, two] = [createCrud(runtime.screen(page)), createCrud(runtime.screen(page))]
    expect(await Promise.all([one.load(), two.load()])).toEqual([true, true])
    expect([one.state, two.state].map(({ rows, loading }) => [rows.length, loading])).toEqual([
      [3, false],
      [3, false],
    ])
  })

  test('a new search goes to the first page, and the address follows', async () => {
    const { crud, server } = await screen()
    await crud.setPage(4)
    await crud.setSearch([{ field: 'status', operator: 'IN', value: ['2'] }])
    expect(server.asked.at(-1)?.query.get('page')).toBe('1')
    expect(crud.address()).toBe('status=2')
    expect(crud.readAddress('status=2')).toBe(false)
    expect(crud.readAddress('status=3&page=2')).toBe(true)
    expect(crud.state.query).toMatchObject({ page: 2, filters: [{ field: 'status', value: ['3'] }] })
  })

  test('far down, the next page begins behind the last row in sight; after a leap or in another order it is counted off', async () => {
    const { crud, server } = await screen()
    const asked = () => ['page', 'after'].map((name) => server.asked.at(-1)?.query.get(name))
    await crud.load()
    await crud.setPage(2)
    expect(asked()).toEqual(['2', null])
    await crud.setPage(60)
    expect(asked()).toEqual(['60', null])
    await crud.setPage(61)
    expect(asked()).toEqual(['61', '3'])
    await crud.setPage(60)
    expect(asked()).toEqual(['60', null])
    await crud.setSearch([{ field: 'status', operator: 'IN', value: ['2'] }])
    expect(asked()).toEqual(['1', null])
  })

  test('a failure is said and keeps the rows that were there', async () => {
    let broken = false
    const { crud, said } = await screen(() => (broken ? { code: 0, msg: 'no such field' } : undefined))
    await crud.load()
    broken = true
    expect(await crud.load()).toBe(false)
    expect([crud.state.error, crud.state.rows.length, said()]).toEqual(['no such field', 3, ['no such field']])
    broken = false
    await crud.load()
    expect(crud.state.error).toBeNull()
  })

  test('a value that does not fit its kind is shown as it is and reported once', async () => {
    const { crud, warnings } = await screen((asked) =>
      asked.path.endsWith('index')
        ? {
            data: {
              list: [
                { id: 1, status: '99' },
                { id: 2, status: '98' },
              ],
              total: 2,
              remark: '',
            },
          }
        : undefined,
    )
    await crud.load()
    expect(at(crud, 1).status).toBe('99')
    expect(warnings).toEqual(['shop/order/order: the server sent a value for "status" that is none of its kind'])
  })
})

describe('what a person may do', () => {
  test('needs the right and the condition, and says in words what is missing', async () => {
    const { crud } = await screen(undefined, { nodes: ['index', 'order-delivery'] })
    await crud.load()
    expect(crud.can('deliver', at(crud, 1))).toEqual({ visible: true, allowed: true, why: [] })
    expect(crud.can('deliver', { ...at(crud, 1), status: 3 })).toEqual({
      visible: false,
      allowed: true,
      why: ['Status is To ship'],
    })
    expect(crud.can('close', { ...at(crud, 1), status: 3, refund_amount: 1 })).toEqual({
      visible: false,
      allowed: false,
      why: ['You do not have the right for this action.', 'Refunded is at most 0.00', 'Status is none of To receive'],
    })
    expect([crud.can('add').visible, crud.can('detail').visible, crud.can('nothing').visible]).toEqual([false, true, false])
  })
})

describe('forms', () => {
  test('edit reads the record, sends what was changed with its version and a key, and reads the list again', async () => {
    const { crud, server, said } = await screen()
    await crud.load()
    const form = await crud.openForm('edit', [2])
    expect(form?.state).toMatchObject({
      loading: false,
      dirty: false,
      values: { pay_amount: 1250, user_id: 12 },
      record: { order_no: 'A2' },
    })
    expect(await crud.submit({ pay_amount: 2000 })).toBe(true)
    const [post] = server.asked.filter(({ method }) => method === 'POST')
    expect(post?.body).toEqual({
      id: 2,
      pay_amount: '20.00',
      _version: '5',
      idempotency_key: expect.any(String),
    })
    expect([crud.state.form, said()]).toEqual([null, ['ui.said.saved']])
    await expect.poll(() => at(crud, 2).pay_amount).toBe(2000)
  })

  test('an action has its own form, its own address and its own first values', async () => {
    const { crud, server } = await screen()
    const form = await crud.openForm('deliver', [1])
    expect(form?.fields.map(({ name }) => name)).toEqual(['company_id', 'tracking_no'])
    expect(form?.state).toMatchObject({
      values: { company_id: 4, tracking_no: '' },
      record: { order_no: 'A1', pay_amount: 1250 },
    })
    await crud.submit({ tracking_no: 'SF1' })
    expect(server.to('/delivery').map(({ method }) => method)).toEqual(['GET', 'POST'])
    expect(server.to('/delivery')[1]?.body).toMatchObject({ id: 1, company_id: 4, tracking_no: 'SF1', _version: '5' })
  })

  test('the form of an action over several rows begins with nothing of one of them; what is left empty is not posted', async () => {
    const { crud, server } = await screen(({ path, method }) =>
      method === 'GET' && path.endsWith('delivery')
        ? { data: { row: {}, values: { company_id: null, tracking_no: '' } } }
        : undefined,
    )
    await crud.load()
    const form = await crud.openForm('deliver', [1, 2])
    expect(server.to('/delivery')[0]?.query.get('ids')).toBe('1,2')
    expect([form?.state.values.company_id ?? null, form?.state.record]).toEqual([null, {}])
    await crud.submit({ tracking_no: 'SF1' })
    const { idempotency_key: _, ...posted } = server.to('/delivery')[1]?.body ?? {}
    expect(posted).toEqual({ ids: [1, 2], tracking_no: 'SF1' })
  })

  test('several chosen rows are edited one after another', async () => {
    const { crud } = await screen()
    await crud.openForm('edit', [1, 3])
    expect(crud.state.queue).toEqual([3])
    await crud.submit()
    expect(crud.state.form?.ids).toEqual([3])
    await crud.submit()
    expect(crud.state.form).toBeNull()
  })

  test('a refused form stays open with what was typed', async () => {
    const { crud } = await screen(({ method }) =>
      method === 'POST' ? { code: 0, msg: 'no', data: { errors: { pay_amount: 'too much' } } } : undefined,
    )
    await crud.openForm('edit', [1])
    expect(await crud.submit({ pay_amount: 9_999 })).toBe(false)
    expect(crud.state.form?.state).toMatchObject({
      values: { pay_amount: 9_999 },
      errors: { pay_amount: 'too much' },
      dirty: true,
    })
  })

  test('a record that cannot be read closes the form; what arrives after closing changes nothing', async () => {
    const { crud } = await screen(({ path, method, query }) => {
      if (method !== 'GET' || !path.endsWith('edit')) return undefined
      return query.get('id') === '1' ? { code: 0, msg: 'gone' } : later({ data: { row: { id: 2, pay_amount: '1.00' } } }, 30)
    })
    expect(await crud.openForm('edit', [1])).toBeNull()
    expect(crud.state.form).toBeNull()
    const opening = crud.openForm('edit', [2])
    await later(null, 5)
    crud.closeForm()
    expect(await opening).toBeNull()
    expect(crud.state.form).toBeNull()
  })

  test('a form for a new record asks the server nothing and takes what was given', async () => {
    const { crud, server } = await screen()
    const form = await crud.openForm('add', [], { pay_amount: 500 })
    expect([server.asked.length, form?.state.values.pay_amount, form?.state.dirty]).toEqual([0, 500, true])
    await crud.submit()
    expect(server.to('/add')[0]?.body).toEqual({ user_id: null, pay_amount: '5.00', top: 0, idempotency_key: expect.any(String) })
  })

  test('plugins may stop a step or follow it', async () => {
    const { crud, server } = await screen()
    const steps: string[] = []
    const stop = crud.hooks.before('submit', ({ action }) => {
      steps.push(`before ${action}`)
      return false
    })
    crud.hooks.after('submit', ({ action }) => void steps.push(`after ${action}`))
    await crud.openForm('add')
    expect(await crud.submit()).toBe(false)
    stop()
    expect(await crud.submit()).toBe(true)
    expect([steps, server.to('/add').length]).toEqual([['before add', 'after add'], 1])
  })
})

describe('switches', () => {
  const top = (crud: Crud) => at(crud, 1).top

  test('are set at once and stay when the server agrees', async () => {
    const { crud, server } = await screen()
    await crud.load()
    await crud.preload()
    const setting = crud.switchField(1, 'top', 1)
    expect(top(crud)).toBe(1)
    expect(Object.keys(crud.state.busy)).toEqual([])
    expect(await setting).toBe(true)
    expect([top(crud), server.asked.at(-1)?.body]).toEqual([1, { id: 1, top: 1, idempotency_key: expect.any(String) }])
  })

  test('go back, with a message, when it refuses', async () => {
    const { crud, said } = await screen(({ method }) => (method === 'POST' ? { code: 0, msg: 'not allowed' } : undefined))
    await crud.load()
    expect(await crud.switchField(1, 'top', 1)).toBe(false)
    expect([top(crud), said()]).toEqual([0, ['not allowed', 'The change could not be saved and was undone.']])
  })

  test('two quick clicks are stored in order, and after a failure the last stored value is restored', async () => {
    const bodies: unknown[] = []
    const { crud } = await screen(({ method, body }) => {
      if (method !== 'POST') return undefined
      bodies.push(body.top)
      return later(bodies.length === 1 ? { data: null } : { code: 0, msg: 'no' }, bodies.length === 1 ? 40 : 0)
    })
    await crud.load()
    const both = [crud.switchField(1, 'top', 1), crud.switchField(1, 'top', 0)]
    expect(top(crud)).toBe(0)
    expect(await Promise.all(both)).toEqual([true, false])
    expect([bodies, top(crud)]).toEqual([[1, 0], 1])
  })

  test('when both of two clicks fail, the previous value is restored', async () => {
    const { crud } = await screen(({ method }) => (method === 'POST' ? later<Answer>({ code: 0, msg: 'no' }, 10) : undefined))
    await crud.load()
    await Promise.all([crud.switchField(1, 'top', 1), crud.switchField(1, 'top', 0)])
    expect(at(crud, 1).top).toBe(0)
  })
})

describe('deleting, sorting and doing', () => {
  test('deleting the last rows of a page goes to the page before', async () => {
    const { crud, server } = await screen()
    await crud.setPage(3)
    crud.select([1, 2, 3])
    expect(await crud.del([1, 2, 3])).toBe(true)
    expect(server.to('/del')[0]?.method).toBe('DELETE')
    expect(server.to('/del')[0]?.query.getAll('ids[]')).toEqual(['1', '2', '3'])
    expect([server.asked.at(-1)?.query.get('page'), crud.state.selection]).toEqual(['2', []])
  })

  test('rows are moved in the order of their weight only', async () => {
    const { crud, server, said } = await screen()
    await crud.load()
    expect(await crud.sort(1, 3, 'up')).toBe(true)
    expect(server.to('/sortable')[0]?.body).toEqual({ move: 1, target: 3, order: 'weigh,desc', direction: 'up' })
    await crud.setSort({ field: 'pay_amount', direction: 'asc' })
    expect(await crud.sort(1, 3, 'up')).toBe(false)
    expect([server.to('/sortable').length, said().at(-1)]).toEqual([
      1,
      'Rows can be dragged only while the list is in its own order.',
    ])
  })

  test('an action without form is posted with the row, and the list is read again whatever came of it', async () => {
    const { crud, server } = await screen(({ path }) =>
      path.endsWith('close') ? { code: 0, msg: 'changed by someone else', data: { type: 'conflict' } } : undefined,
    )
    await crud.load()
    expect(await crud.run('close', [2])).toBe(false)
    expect(server.to('/close')[0]?.body).toEqual({ id: 2, idempotency_key: expect.any(String) })
    expect(server.to('/index')).toHaveLength(2)
    await crud.run('close', [1, 2])
    expect(server.to('/close')[1]?.body).toMatchObject({ ids: [1, 2] })
  })

  test('an attempt without an answer is repeated under the same key, after a refusal under a new one', async () => {
    const answers: Answer[] = [{ status: 504, text: '' }, { code: 0, msg: 'no' }, { data: null }]
    const { crud, server } = await screen(({ path }) => (path.endsWith('close') ? answers.shift() : undefined))
    for (const _ of [1, 2, 3]) await crud.run('close', [2])
    const keys = server.to('/close').map(({ body }) => body.idempotency_key)
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false])
  })
})

describe('choices of a remote select', () => {
  const choices: Answer = { data: { list: [{ value: 4, label: 'SF' }], total: 1 } }

  test('are asked for by field and action, with the fields they depend on', async () => {
    const { crud, server } = await screen(({ path }) => (path.endsWith('options') ? choices : undefined))
    expect(await crud.options('company_id', { action: 'deliver', search: 'S', page: 2, form: { user_id: 12 } })).toEqual({
      list: [{ value: 4, label: 'SF' }],
      total: 1,
    })
    expect(Object.fromEntries(server.to('/options')[0]?.query ?? [])).toEqual({
      field: 'company_id',
      action: 'deliver',
      quickSearch: 'S',
      page: '2',
      user_id: '12',
    })
  })

  test('labels of all that is chosen cost one request, without what the record names itself', async () => {
    const labels: Answer = { data: { labels: { company_id: [{ value: 4, label: 'SF' }] } } }
    const { crud, server } = await screen(({ path }) => (path.endsWith('options') ? labels : undefined))
    const filled = await crud.openForm('deliver', [1])
    expect(filled && (await crud.labels(filled))).toEqual({ company_id: [{ value: 4, label: 'SF' }] })
    expect(server.to('/options').map(({ query }) => [...query])).toEqual([
      [
        ['labels[company_id][0]', '4'],
        ['action', 'deliver'],
      ],
    ])
    const empty = await crud.openForm('add')
    expect(empty && (await crud.labels(empty))).toEqual({})
    expect(server.to('/options')).toHaveLength(1)
    await crud.load()
    const named = await crud.openForm('edit', [2])
    expect(named && (await crud.labels(named))).toEqual({ user_id: [{ value: 12, label: 'Li 2' }] })
    expect(server.to('/options')).toHaveLength(1)
  })

  test('labels asked for one field after another in the same turn are answered by one request, each by its own', async () => {
    const labels: Answer = {
      data: {
        labels: {
          company_id: [
            { value: 4, label: 'SF' },
            { value: 5, label: 'ZTO' },
          ],
        },
      },
    }
    const { crud, server } = await screen(({ path }) => (path.endsWith('options') ? labels : undefined))
    const [one, other] = await Promise.all([
      crud.options('company_id', { action: 'deliver', values: [4] }),
      crud.options('company_id', { action: 'deliver', values: [5] }),
    ])
    expect([one.list, other.list]).toEqual([[{ value: 4, label: 'SF' }], [{ value: 5, label: 'ZTO' }]])
    expect(server.to('/options').map(({ query }) => [...query.values()])).toEqual([['4', '5', 'deliver']])
    await crud.options('company_id', { action: 'deliver', values: [4] })
    expect(server.to('/options')).toHaveLength(2)
  })
})

describe('against a BuildAdmin server', () => {
  test('writes carry no version and no key, choices come from the list of the other screen', async () => {
    const { crud, server } = await screen(
      ({ path }) =>
        path.includes('user.User')
          ? { data: { list: [{ id: 12, nickname: 'Li', nickname_text: 'Li(ID:12)' }], total: 1, remark: '' } }
          : undefined,
      { wire: buildAdminWire },
    )
    await crud.openForm('edit', [2])
    await crud.submit()
    expect(Object.keys(server.to('/edit')[1]?.body ?? {})).toEqual(['id', 'user_id', 'pay_amount', 'top'])
    expect(await crud.options('user_id', { action: 'edit', values: [12] })).toEqual({
      list: [{ value: 12, label: 'Li' }],
      total: 1,
    })
    expect(Object.fromEntries(server.to('user.User/index')[0]?.query ?? [])).toMatchObject({
      select: 'true',
      initKey: 'user.id',
      'initValue[]': '12',
    })
  })

  test('a field that its rows lack is not searched, and the person sees a message', async () => {
    const { crud, server, said } = await screen(undefined, { wire: buildAdminWire })
    await crud.load()
    expect([crud.supports('order_no'), crud.supports('admin_remark')]).toEqual([true, false])
    await crud.setSort({ field: 'admin_remark', direction: 'asc' })
    expect(server.asked.at(-1)?.query.has('order')).toBe(false)
    expect(said()).toEqual(['The server does not know the field “admin_remark”, so it was ignored.'])
  })
})

describe('a screen', () => {
  test('is loaded once, says its words, falls back to the shared ones, and shows the key of a missing one with one warning', async () => {
    const loads: string[] = []
    const server = await littleServer(() => ({}))
    const { runtime, warnings } = testRuntime(server.url, {
      options: {
        fetchPage: async (id: string, lang: string) => {
          loads.push(`${id} ${lang}`)
          return { page: order, words }
        },
        fetchWords: async () => [{ actions: { edit: { title: 'Edit' } } }],
      },
    })
    await runtime.start()
    runtime.prefetch('shop/order/order')
    const page = await runtime.page('shop/order/order')
    expect([page.t('title'), page.t('fields.status.label'), page.t('actions.edit.title')]).toEqual(['Orders', 'Status', 'Edit'])
    expect([page.t('fields.top.label'), page.t('fields.top.label'), page.find('remark')]).toEqual([
      'fields.top.label',
      'fields.top.label',
      undefined,
    ])
    expect(warnings).toEqual(['no word "shop/order/order: fields.top.label" in en'])
    expect(loads).toEqual(['shop/order/order en'])
  })

  test('that could not be loaded is retried', async () => {
    let count = 0
    const { runtime } = testRuntime('http://127.0.0.1:1', {
      options: { fetchPage: async () => (++count === 1 ? Promise.reject(new Error('offline')) : { page: order, words }) },
    })
    const load: Runtime['page'] = runtime.page
    await expect(load('x')).rejects.toThrow('offline')
    expect((await load('x')).page.id).toBe('shop/order/order')
  })
})
