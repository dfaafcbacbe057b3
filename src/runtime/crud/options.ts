import type { Field } from '../../schemas/field.ts'
import { kindOf } from '../../schemas/kinds/index.ts'
import { decodeRow, encodeValue } from '../../schemas/language/wire/codec.ts'
import type { LabelsAnswer, OptionsAnswer } from '../../schemas/language/wire/envelope.ts'
import { listLimits } from '../../schemas/language/wire/query.ts'
import type { ChoicesPage } from '../dialect.ts'
import type { FormModel, Values } from '../form/form.ts'
import type { CallOptions } from '../http/client.ts'
import type { Row } from '../rows.ts'
import { asRow, flatRows, keyOfRow } from '../rows.ts'
import type { CrudContext } from './context.ts'

export type Choice = OptionsAnswer['list'][number]

/** Which choices are wanted. */
export interface OptionsQuery {
  /** The action whose form holds the field ('add', 'edit', 'deliver' …; 'index' for the search panel). */
  action: string
  search?: string
  page?: number
  limit?: number
  /** Only the choices of these values, to show their labels. */
  values?: readonly (string | number)[]
  /** Values of the form, for fields whose choices depend on others. */
  form?: Values
  signal?: AbortSignal
  /** Only choices whose own pattern fits this text. */
  fits?: string
}

export interface Options {
  options(field: string, query: OptionsQuery): Promise<ChoicesPage>
  labels(form: FormModel): Promise<Record<string, ChoicesPage['list']>>
  lookup(relation: string, key: string | number, signal?: AbortSignal): Promise<Row>
}

/** Makes the source of choices for the remote selects of a screen. */
export function createOptions(context: CrudContext): Options {
  return new RemoteOptions(context)
}

/** Labels that are about to be asked for together. */
interface Asking {
  fields: Map<string, Set<string | number>>
  answer: Promise<LabelsAnswer['labels']>
}

class RemoteOptions implements Options {
  readonly #context: CrudContext
  /** By action: the fields of a form that is being drawn ask one after another and are answered by one request. */
  readonly #asking = new Map<string, Asking>()

  constructor(context: CrudContext) {
    this.#context = context
  }

  options = async (name: string, query: OptionsQuery): Promise<ChoicesPage> => {
    const { page, http, dialect, url } = this.#context
    const field = this.#fieldOf(name, query.action)
    if (!field) throw new Error(`${page.id}: no field "${name}" that offers choices`)
    const own: CallOptions = { cancelDuplicate: false, ...(query.signal ? { signal: query.signal } : {}) }
    const asked = {
      quickSearch: query.search ?? '',
      page: query.page ?? 1,
      ...(query.limit ? { limit: query.limit } : {}),
      ...(query.values?.length ? { initValue: query.values } : {}),
    }
    // The labels of several fields are asked for without the values of the form.
    const hangs = field.source !== undefined && field.depends !== undefined
    if (!dialect.choices && query.values?.length && !query.search && !hangs) return this.#named(name, query.action, query.values)
    if (dialect.choices) {
      const get = async (path: string, params: object) => asRow((await http.get(path, params, own)).data)
      return dialect.choices({ page: page.id, field, params: asked, get })
    }
    const params = {
      ...this.#depends(name, field, query),
      field: name,
      ...(query.fits ? { fits: query.fits } : {}),
      ...(page.actions[query.action] ? { action: query.action } : {}),
      ...asked,
    }
    // The server knows actions of the page; the forms of add and edit and the search panel are the list's own.
    const { data } = await http.get<OptionsAnswer>(url('options'), params, own)
    return { list: data.list, total: data.total }
  }

  /** The choices of values that are chosen already. All that is asked for before the next turn goes in one request. */
  async #named(name: string, action: string, values: readonly (string | number)[]): Promise<ChoicesPage> {
    const full = (this.#asking.get(action)?.fields.get(name)?.size ?? 0) + values.length > listLimits.initValues
    const asking = (full ? undefined : this.#asking.get(action)) ?? this.#beginAsking(action)
    const all = asking.fields.get(name) ?? new Set()
    for (const value of values) all.add(value)
    asking.fields.set(name, all)
    const own = new Set(values.map(String))
    const list = ((await asking.answer)[name] ?? []).filter((choice) => own.has(String(choice.value)))
    return { list, total: list.length }
  }

  #beginAsking(action: string): Asking {
    const { page, http, url } = this.#context
    const fields: Asking['fields'] = new Map()
    const ask = async () => {
      await Promise.resolve()
      if (this.#asking.get(action) === asking) this.#asking.delete(action)
      const labels = Object.fromEntries([...fields].map(([field, values]) => [field, [...values]]))
      const params = { labels, ...(page.actions[action] ? { action } : {}) }
      return (await http.get<LabelsAnswer>(url('options'), params, { cancelDuplicate: false })).data.labels
    }
    const asking: Asking = { fields, answer: ask() }
    this.#asking.set(action, asking)
    return asking
  }

  labels = async (form: FormModel) => {
    const asked = form.fields
      .filter((field) => kindOf(field).input === 'remote')
      .map(async (field) => {
        const values = keysOf(form.state.values[field.name])
        if (values.length === 0) return []
        const known = this.#labelInRecord(field, form, values)
        if (known) return [[field.name, [known]] as const]
        const answer = await this.options(field.name, {
          action: form.action,
          values,
          limit: values.length,
          form: form.state.values,
        })
        return [[field.name, answer.list] as const]
      })
    return Object.fromEntries((await Promise.all(asked)).flat())
  }

  lookup = async (relation: string, key: string | number, signal?: AbortSignal): Promise<Row> => {
    const { page, http, url } = this.#context
    const own: CallOptions = { cancelDuplicate: false, showCodeMessage: false, ...(signal ? { signal } : {}) }
    const data = asRow((await http.get(url('lookup'), { relation, key }, own)).data)
    return decodeRow(page.form.lookup[relation]?.shown ?? {}, asRow(data.row)).values
  }

  /** The label of a single value, when the record that is shown already carries it in a relation (`user.nickname` for `user_id`). */
  #labelInRecord(field: Field, form: FormModel, values: readonly (string | number)[]): Choice | undefined {
    const { page, state } = this.#context
    const record = form.state.record ?? [...flatRows(state.rows)].find((row) => keyOfRow(page, row) === form.ids[0])
    const relation = Object.values(page.entity.relations).find((each) => each.type === 'one' && each.key === field.name)
    const [value] = values
    if (!record || !relation || value === undefined || values.length > 1 || record[field.name] !== value) return undefined
    const label = asRow(record[relation.name])[field.show ?? '']
    return typeof label === 'string' && label !== '' ? { value, label } : undefined
  }

  /** The field of the action's form or of the page, also inside a subtable (`lines.goods_id`) or a relation (`user.group_id`). */
  #fieldOf(name: string, action: string): Field | undefined {
    const { page } = this.#context
    const find = (key: string) => page.actions[action]?.fields[key] ?? page.fields[key]
    const [outer = '', inner = ''] = name.split('.')
    return find(name) ?? find(outer)?.fields?.[inner] ?? page.related[outer]?.[inner]
  }

  /** Wire values of the fields that the choices depend on: from the same row (`lines.goods_id`), else from the enclosing form. */
  #depends(path: string, field: Field, query: OptionsQuery): Record<string, unknown> {
    const values = query.form ?? {}
    const [outer = '', inner] = path.split('.')
    return Object.fromEntries(
      (field.depends ?? []).map((name) => {
        const lookedUp = inner === undefined ? undefined : this.#fieldOf(`${outer}.${name}`, query.action)
        const source = lookedUp ?? this.#fieldOf(name, query.action)
        return [name, source && values[name] !== undefined ? encodeValue(source, values[name]) : values[name]]
      }),
    )
  }
}

function keysOf(value: unknown): (string | number)[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter(
    (key): key is string | number => (typeof key === 'string' && key !== '') || (typeof key === 'number' && key !== 0),
  )
}
