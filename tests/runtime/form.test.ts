import { describe, expect, test } from 'vitest'
import { CallError } from '../../src/runtime/callError.ts'
import { createForm, type FormOptions } from '../../src/runtime/form/form.ts'
import { testPage } from './support.ts'

const page = testPage('shop/order/order', {
  entity: { table: 'shop_order' },
  fields: {
    mode: { kind: 'radio', options: [{ value: 'all' }, { value: 'part' }, { value: 'none' }], default: 'all', required: true },
    tracking_no: {
      kind: 'string',
      maxLength: 50,
      when: { visible: { mode: { ne: 'none' } }, required: { mode: { ne: 'none' } } },
    },
    lines: {
      kind: 'subtable',
      when: { visible: { mode: 'part' } },
      fields: {
        title: { kind: 'string', readOnly: true },
        quantity: { kind: 'integer' },
      },
    },
    price: { kind: 'money' },
    remark: { kind: 'string', when: { disabled: { price: { gt: '100.00' } } } },
    account: { kind: 'string', writeOnce: true },
    password: { kind: 'password', secret: true },
    total: { kind: 'money', readOnly: true },
  },
  form: { fields: ['mode', 'tracking_no', 'lines', 'price', 'remark', 'account', 'password', 'total'] },
})

function form(parts: Partial<FormOptions> = {}) {
  let count = 0
  const sent: { payload: Record<string, unknown>; key: string; version: string | undefined }[] = []
  const model = createForm({
    action: 'add',
    ids: [],
    mode: 'add',
    fields: (page.form.sections[0]?.fields ?? []).flatMap((name) => page.fields[name] ?? []),
    actor: () => ({ selfId: 7, now: 1_000 }),
    id: () => `key${++count}`,
    ...parts,
    send: async (payload, key, version) => {
      sent.push({ payload, key, version })
      return parts.send?.(payload, key, version)
    },
  })
  return { model, sent }
}

/** A form whose rows depend on their own row, on the form, and the form on its rows. */
function orderForm(parts: Partial<FormOptions> = {}) {
  const { fields } = testPage('shop/order/order', {
    entity: { table: 'shop_order' },
    fields: {
      mode: { kind: 'radio', options: [{ value: 'all' }, { value: 'part' }], default: 'all' },
      unit: { kind: 'select', options: [{ value: 'box' }, { value: 'piece' }], when: { options: { piece: { mode: 'part' } } } },
      lines: {
        kind: 'subtable',
        fields: {
          title: { kind: 'string' },
          quantity: { kind: 'integer', when: { disabled: { title: { empty: true } }, required: { '$parent.mode': 'part' } } },
          note: { kind: 'string', when: { visible: { title: { empty: false } } } },
        },
      },
      remark: { kind: 'string', when: { visible: { lines: { some: { title: { empty: true } } } } } },
    },
  })
  return form({ fields: Object.values(fields).filter((field) => !field.readOnly), ...parts }).model
}

/** A form whose rows have choices that are narrowed by their row, by one another, and by the form. */
function narrowedForm() {
  const remote = (...depends: string[]) => ({ kind: 'remoteSelect', page: 'user/user', show: 'name', depends })
  const { fields } = testPage('shop/order/order', {
    entity: { table: 'shop_order' },
    fields: {
      shop_id: { kind: 'remoteSelect', page: 'user/user', show: 'name' },
      lines: {
        kind: 'subtable',
        fields: { goods_id: remote('shop_id'), sku_id: remote('goods_id'), note: { kind: 'string' } },
      },
    },
  })
  const { model } = form({ fields: Object.values(fields).filter((field) => !field.readOnly) })
  const lines = [
    { goods_id: 1, sku_id: 11, note: 'a' },
    { goods_id: 2, sku_id: 22, note: 'b' },
  ]
  model.setAll({ shop_id: 7, lines: [] })
  model.set('lines', lines)
  return { model, lines: lines as [(typeof lines)[0], (typeof lines)[0]] }
}

test('a form that adds a record shows what nobody enters once there is something to say', () => {
  const shown = (model: ReturnType<typeof createForm>) => model.state.fields.total?.visible
  const { model } = form()
  expect(shown(model)).toBe(false)
  model.set('total', 0)
  expect(shown(model)).toBe(true)
  model.set('total', null)
  expect(shown(model)).toBe(false)
  expect(shown(form({ action: 'edit', mode: 'edit' }).model)).toBe(true)
  // What a choice in the form fills keeps its place: nothing moves once its row has come.
  expect(shown(form({ filled: ['total'] }).model)).toBe(true)
})

describe('choices in rows', () => {
  test('are emptied with what they hang on in their row, and no others', () => {
    const { model, lines } = narrowedForm()
    expect(model.state.values.lines).toEqual(lines)
    model.set('lines', [{ ...lines[0], goods_id: 3 }, lines[1]])
    expect(model.state.values.lines).toEqual([{ goods_id: 3, sku_id: null, note: 'a' }, lines[1]])
    model.set('lines', [{ goods_id: 3, sku_id: 33, note: 'x' }, lines[1]])
    expect(model.state.values.lines).toEqual([{ goods_id: 3, sku_id: 33, note: 'x' }, lines[1]])
  })

  test('are emptied in every row with a field of the form', () => {
    const { model } = narrowedForm()
    model.set('shop_id', 8)
    expect(model.state.values.lines).toEqual([
      { goods_id: null, sku_id: null, note: 'a' },
      { goods_id: null, sku_id: null, note: 'b' },
    ])
  })

  test('stay where rows are added, moved and taken away', () => {
    const { model, lines } = narrowedForm()
    const same = { ...lines[0], goods_id: 2 }
    for (const next of [[lines[1], lines[0]], [lines[0], same, lines[1]], [same], [lines[0]]]) {
      model.setAll({ lines: [] })
      model.set('lines', [lines[0], lines[1]])
      model.set('lines', next)
      expect(model.state.values.lines).toEqual(next)
    }
  })
})

describe('fields that depend on others', () => {
  test('appear, are required and disabled as the page says', () => {
    const { model } = form()
    expect(model.state.fields.tracking_no).toEqual({ visible: true, required: true, disabled: false })
    expect(model.state.fields.lines?.visible).toBe(false)
    model.set('mode', 'none')
    expect(model.state.fields.tracking_no).toEqual({ visible: false, required: false, disabled: false })
    model.set('mode', 'part')
    expect(model.state.fields.lines?.visible).toBe(true)
    model.set('price', 10_001)
    expect(model.state.fields.remark?.disabled).toBe(true)
  })

  test('only what depends on the changed field is looked at again', () => {
    let looked = 0
    const { model } = form({ actor: () => ({ selfId: 7, now: ++looked }) })
    looked = 0
    model.set('remark', 'x')
    expect(looked).toBe(0)
    model.set('price', 1)
    expect(looked).toBe(1)
    model.set('mode', 'part')
    expect(looked).toBe(3)
  })

  test('a change wakes what shows the changed field and the fields that depend on it, nothing else', () => {
    const { model } = form()
    const woken: string[] = []
    const stops = model.fields.map(({ name }) => model.listen(name, () => woken.push(`${name} ${model.field(name).value}`)))
    const wokenBy = (work: () => void) => {
      work()
      return woken.splice(0)
    }
    expect(wokenBy(() => model.set('remark', 'x'))).toEqual(['remark x'])
    expect(wokenBy(() => model.set('remark', 'x'))).toEqual([])
    expect(wokenBy(() => model.set('price', 1))).toEqual(['price 1'])
    expect(wokenBy(() => model.set('price', 10_001))).toEqual(['price 10001', 'remark x'])
    expect(model.field('remark').state.disabled).toBe(true)
    expect(wokenBy(model.reset)).toEqual(expect.arrayContaining(['price null', 'remark ']))
    for (const stop of stops) stop()
    expect(wokenBy(() => model.set('remark', 'y'))).toEqual([])
  })

  test('a condition in a row that reads the form wakes the list of that row', () => {
    const model = orderForm()
    model.setAll({ lines: [{ title: 'Tea', quantity: 1 }] })
    let woken = 0
    model.listen('lines', () => woken++)
    model.set('mode', 'part')
    expect(woken).toBe(1)
    expect(model.field('lines').rows?.[0]?.fields.quantity?.required).toBe(true)
  })

  test('those inside a subtable look at their own row, and at the rows around it where they say so', () => {
    const model = orderForm()
    model.setAll({
      lines: [
        { title: 'Tea', quantity: 1 },
        { title: '', quantity: 2 },
      ],
    })
    const quantity = (row: number) => model.state.rows.lines?.[row]?.fields.quantity
    expect([quantity(0)?.disabled, quantity(1)?.disabled]).toEqual([false, true])
    expect(quantity(0)?.required).toBe(false)
    model.set('mode', 'part')
    expect([quantity(0)?.required, quantity(1)?.required]).toEqual([true, true])
  })

  test('a change in one row is looked at in that row only', () => {
    let looked = 0
    const model = orderForm({ actor: () => ({ selfId: 7, now: ++looked }) })
    const tea = { title: 'Tea', quantity: 1 }
    model.setAll({ lines: [tea, { title: 'Cup', quantity: 2 }, { title: 'Pot', quantity: 3 }] })
    const before = model.state.rows.lines
    looked = 0
    model.set('lines', [tea, { title: '', quantity: 2 }, { title: 'Pot', quantity: 3 }])
    // Quantity and note of the second row, and whether the list has an untitled row.
    expect(looked).toBe(3)
    expect(model.state.rows.lines?.[0]).toBe(before?.[0])
    expect(model.state.rows.lines?.[1]?.fields.quantity?.disabled).toBe(true)
    expect(model.state.fields.remark?.visible).toBe(true)
    looked = 0
    model.set('mode', 'part')
    expect(looked).toBe(4) // required of three quantities, and the options of `unit`
  })

  test('offer the options that their conditions allow, and what was chosen before', () => {
    const model = orderForm()
    expect(model.state.fields.unit?.options).toEqual(['box'])
    model.set('mode', 'part')
    expect(model.state.fields.unit?.options).toEqual(['box', 'piece'])
    const edited = orderForm({ mode: 'edit', action: 'edit', ids: [1] })
    edited.fill({ mode: 'all', unit: 'piece', lines: [] })
    expect(edited.state.fields.unit?.options).toEqual(['box', 'piece'])
  })

  test('values that are hidden in a row are not sent', () => {
    const model = orderForm()
    model.setAll({
      mode: 'part',
      lines: [
        { title: 'Tea', quantity: 1, note: 'x' },
        { title: '', quantity: 2, note: 'y' },
      ],
    })
    expect(model.payload().lines).toEqual([
      { title: 'Tea', quantity: 1, note: 'x' },
      { title: '', quantity: 2 },
    ])
  })

  test('in the form of an action read the record around it', () => {
    const fields = testPage('shop/order/order', {
      entity: { table: 'shop_order' },
      fields: { status: { kind: 'integer' } },
      actions: {
        ship: {
          type: 'run',
          node: 'ship',
          set: {},
          fields: { why: { kind: 'string', when: { required: { '$root.status': { gt: 3 } } } } },
        },
      },
    }).actions.ship?.fields
    const { model } = form({ action: 'ship', ofAction: true, fields: Object.values(fields ?? {}) })
    expect(model.state.fields.why?.required).toBe(false)
    model.state.record = { status: 4 }
    model.fill({})
    expect(model.state.fields.why?.required).toBe(true)
  })

  test('a field that may be set once can be set when adding and not when editing', () => {
    expect(form().model.state.fields.account?.disabled).toBe(false)
    expect(form({ mode: 'edit' }).model.state.fields.account?.disabled).toBe(true)
  })
})

describe('what is sent', () => {
  test('the visible fields one may write, in the form of the wire', () => {
    const { model } = form()
    model.set('price', 1250)
    model.set('tracking_no', 'SF1')
    model.set('account', 'li')
    expect(model.payload()).toEqual({ mode: 'all', tracking_no: 'SF1', price: '12.50', remark: '', account: 'li', password: '' })
    model.set('mode', 'none')
    expect(model.payload()).not.toHaveProperty('tracking_no')
  })

  test('when editing: nothing that was set once, no password nobody typed, and the version that was read', async () => {
    const { model, sent } = form({ mode: 'edit', action: 'edit', ids: [5] })
    model.fill({ mode: 'all', tracking_no: 'SF1', price: '3.00', account: 'li', password: '', _version: 17 })
    expect(model.state).toMatchObject({ dirty: false, version: 1, values: { price: 300 } })
    await model.submit()
    expect(Object.keys(sent[0]?.payload ?? {})).toEqual(['mode', 'tracking_no', 'price', 'remark'])
    expect(sent[0]?.version).toBe('17')
    model.set('password', 'Secret123')
    expect(model.payload()).toMatchObject({ password: 'Secret123' })
  })
})

describe('a form that waits for what is uploaded', () => {
  const work = () => {
    let end: (value: unknown) => void = () => undefined
    const promise = new Promise((resolve) => {
      end = resolve
    })
    return { promise, end: (value?: unknown) => end(value) }
  }

  test('sends nothing meanwhile, and says when all of it has come', async () => {
    const { model, sent } = form()
    expect(await model.settled()).toBe(true)
    const [first, second] = [work(), work()]
    model.waitFor(first.promise)
    model.waitFor(second.promise)
    const settled = model.settled()
    expect(await model.submit()).toBe(false)
    expect(sent).toEqual([])
    second.end('b.png')
    first.end('a.png')
    expect(await settled).toBe(true)
    expect([model.state.waiting, await model.submit()]).toEqual([0, true])
  })

  test('says so when one brought nothing, once', async () => {
    const { model } = form()
    const [lost, next] = [work(), work()]
    model.waitFor(lost.promise)
    const settled = model.settled()
    lost.end()
    expect(await settled).toBe(false)
    model.waitFor(next.promise)
    const again = model.settled()
    next.end('a.png')
    expect(await again).toBe(true)
  })
})

describe('unsaved changes', () => {
  test('are noticed, and gone when the value is typed back or the form is reset', () => {
    const { model } = form()
    model.set('remark', 'x')
    expect(model.state.dirty).toBe(true)
    model.set('remark', '')
    expect(model.state.dirty).toBe(false)
    model.setAll({ mode: 'part', lines: [{ quantity: 1 }] })
    expect(model.state.dirty).toBe(true)
    model.setAll({ lines: [] })
    model.reset()
    expect(model.state).toMatchObject({ dirty: false, values: { mode: 'all' }, version: 1 })
  })

  test('inside rows count, and an untouched empty value is the same as none', () => {
    const { model } = form()
    model.fill({ lines: [{ title: 'Tea', quantity: 1 }], remark: null })
    model.set('remark', '')
    expect(model.state.dirty).toBe(false)
    model.set('lines', [{ title: 'Tea', quantity: 2 }])
    expect(model.state.dirty).toBe(true)
    model.set('lines', [{ title: 'Tea', quantity: 1 }])
    expect(model.state.dirty).toBe(false)
  })

  test('of the order of rows alone count as well', () => {
    const { model } = form()
    const [tea, salt] = [
      { title: 'Tea', quantity: 1 },
      { title: 'Salt', quantity: 1 },
    ]
    model.fill({ lines: [tea, salt] })
    model.set('lines', [salt, tea])
    expect(model.state.dirty).toBe(true)
    model.set('lines', [tea, salt])
    expect(model.state.dirty).toBe(false)
  })
})

const refusal = (data: unknown) =>
  new CallError('refused', 'not saved', { envelope: { code: 0, msg: 'not saved', time: 0, data } })

test('rows in another order, and a value inside a row, are unsaved until they are put back', () => {
  const { model } = form({ mode: 'edit' })
  const [one, two] = [
    { sku: 'a', quantity: 1 },
    { sku: 'b', quantity: 2 },
  ]
  model.fill({ mode: 'all', lines: [one, two] })
  const first = model.state.values.lines as Record<string, unknown>[]
  model.set('lines', [...first].reverse())
  expect(model.state.dirty).toBe(true)
  model.set('lines', [...first])
  expect(model.state.dirty).toBe(false)
  model.set('lines', [{ ...first[0], quantity: 5 }, first[1]])
  expect(model.state.dirty).toBe(true)
  model.set('lines', structuredClone(first))
  expect(model.state.dirty).toBe(false)
})

describe('a form that is refused', () => {
  test('keeps what was typed and shows the messages beside the fields until they are changed', async () => {
    const { model } = form({
      send: () => Promise.reject(refusal({ errors: { remark: 'too long', 'lines.0.quantity': 'too many' } })),
    })
    model.set('remark', 'long text')
    expect(await model.submit()).toBe(false)
    expect(model.state).toMatchObject({
      values: { remark: 'long text' },
      errors: { remark: 'too long', 'lines.0.quantity': 'too many' },
      message: 'not saved',
      dirty: true,
      submitting: false,
    })
    model.set('lines', [])
    expect(model.state.errors).toEqual({ remark: 'too long' })
  })

  test('says when somebody else changed the record', async () => {
    const { model } = form({ send: () => Promise.reject(refusal({ type: 'conflict' })) })
    await model.submit()
    expect(model.state.conflict).toBe(true)
  })

  describe('because somebody else changed the record', () => {
    const li = { who: 'Li Na', time: 900, own: false }
    const changed = { type: 'conflict', changes: { tracking_no: li, remark: li } }
    const now = { mode: 'all', tracking_no: 'theirs', remark: 'theirs', price: '3.00', _version: 'v2' }
    /** A form over a record, in which two fields were entered, and which the server refuses once. */
    function met() {
      let isFirst = true
      const made = form({
        mode: 'edit',
        changesOnly: true,
        send: async () => {
          if (isFirst) {
            isFirst = false
            throw refusal(changed)
          }
        },
        reread: async (model, changes) => model.meet(now, { changes, about: [] }),
      })
      made.model.fill({ mode: 'part', tracking_no: 'SF1', remark: 'first', price: '2.00', password: '', _version: 'v1' })
      made.model.set('tracking_no', 'mine')
      made.model.set('price', 300)
      made.model.set('password', 'typed')
      return made
    }

    test('asks only for fields that both changed, and takes over what nobody touched here', async () => {
      const { model, sent } = met()
      expect(await model.submit()).toBe(false)
      expect(model.state).toMatchObject({ message: 'not saved', conflict: false, dirty: true })
      expect(model.state.clash?.fields).toEqual([
        { name: 'tracking_no', base: 'SF1', theirs: 'theirs', mine: 'mine', change: li, chosen: null },
      ])
      expect(model.state.clash?.taken.map(({ name, theirs }) => [name, theirs])).toEqual([
        ['mode', 'all'],
        ['remark', 'theirs'],
      ])
      expect(model.state.values).toMatchObject({ tracking_no: 'mine', remark: 'theirs', price: 300, password: 'typed' })
      // Nothing is sent before it is decided; then it is sent over the version that was met.
      expect([await model.submit(), sent.length, model.state.clash?.asked]).toEqual([false, 1, 1])
      model.choose('tracking_no', 'mine')
      expect(await model.submit()).toBe(true)
      expect(sent[1]).toMatchObject({ version: 'v2', payload: { tracking_no: 'mine', password: 'typed' } })
      expect(sent[1]?.payload).not.toHaveProperty('remark')
      expect(sent[1]?.payload).not.toHaveProperty('price') // both say the same
      expect(sent[1]?.key).not.toBe(sent[0]?.key)
    })

    test('takes the value of the other, and one that is entered in the field itself decides as well', async () => {
      const { model, sent } = met()
      await model.submit()
      model.choose('tracking_no', 'theirs')
      expect(model.state.values.tracking_no).toBe('theirs')
      model.choose('tracking_no', 'mine')
      expect(model.state.values.tracking_no).toBe('mine')
      model.set('tracking_no', 'a third')
      expect(model.state.clash?.fields[0]).toMatchObject({ mine: 'a third', chosen: 'mine' })
      expect(await model.submit()).toBe(true)
      expect(sent[1]?.payload).toMatchObject({ tracking_no: 'a third' })
    })

    test('is left as it was when the record cannot be read again', async () => {
      const { model } = form({
        send: () => Promise.reject(refusal(changed)),
        reread: () => Promise.reject(new CallError('offline', 'no network')),
      })
      model.set('remark', 'mine')
      await model.submit()
      expect(model.state).toMatchObject({ conflict: true, clash: null, message: 'not saved', values: { remark: 'mine' } })
    })
  })

  test('a fault of the program is not swallowed', async () => {
    const { model } = form({ send: () => Promise.reject(new TypeError('bug')) })
    await expect(model.submit()).rejects.toThrow('bug')
    expect(model.state.submitting).toBe(false)
  })
})

describe('the key of an attempt', () => {
  test('stays while nobody knows whether it was done, and changes with the values', async () => {
    const { model, sent } = form({ send: () => Promise.reject(new CallError('timeout', 'late')) })
    await model.submit()
    await model.submit()
    model.set('remark', 'x')
    await model.submit()
    expect(sent.map(({ key }) => key)).toEqual(['key1', 'key1', 'key2'])
  })

  test('is new after a refusal and after a success', async () => {
    const answers = [() => Promise.reject(refusal({})), () => Promise.resolve(1), () => Promise.resolve(1)]
    const { model, sent } = form({ send: () => (answers.shift() ?? (() => Promise.resolve(1)))() })
    for (const _ of [1, 2, 3]) await model.submit()
    expect(sent.map(({ key }) => key)).toEqual(['key1', 'key2', 'key3'])
  })

  test('two presses at once are one submission', async () => {
    const { model, sent } = form({ send: () => new Promise((done) => setTimeout(done, 10)) })
    expect(await Promise.all([model.submit(), model.submit()])).toEqual([true, true])
    expect(sent).toHaveLength(1)
  })
})
