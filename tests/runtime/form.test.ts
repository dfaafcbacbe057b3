import { describe, expect, test } from 'vitest'
import { createForm, type FormOptions } from '../../src/runtime/form.ts'
import { CallError } from '../../src/runtime/http/callError.ts'
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

  test('those inside a subtable look at their own row', () => {
    const { lines } = page.fields
    const quantity = lines?.fields?.quantity
    if (!lines || !quantity) throw new Error('the page has no lines')
    const untitled = { op: 'empty', field: 'title', value: true } as const
    const row = { ...lines.fields, quantity: { ...quantity, when: { disabled: untitled } } }
    const { model } = form({ fields: [{ ...lines, fields: row }] })
    expect(model.rowStates('lines', { title: 'Tea', quantity: 1 }).quantity?.disabled).toBe(false)
    expect(model.rowStates('lines', { title: '' }).quantity?.disabled).toBe(true)
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
})

const refusal = (data: unknown) =>
  new CallError('refused', 'not saved', { envelope: { code: 0, msg: 'not saved', time: 0, data } })

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
