import { ref } from 'valtio/vanilla'
import { encodeValue } from '../../../schemas/language/wire/codec.ts'
import type { Key } from '../../rows.ts'
import { replaceRow } from '../../rows.ts'
import type { CrudContext } from '../context.ts'
import type { List } from '../list/list.ts'
import type { Attempts } from './attempts.ts'
import { namesText } from './said.ts'

/** Switches in a list: shown as set at once, and as the server has them when it refuses. */
export interface Switches {
  set(key: Key, field: string, value: unknown): Promise<boolean>
}

/** One switch that is being set. `confirmed` is the value the server last had for certain. */
interface Setting {
  key: Key
  field: string
  value: unknown
  confirmed: unknown
  last: Promise<boolean>
}

/** Makes the switches of a screen's list. */
export function createSwitches(context: CrudContext, list: List, attempts: Attempts): Switches {
  const { page, state, fields, words, notices, loaded } = context
  const settings = new Map<string, Setting>()

  function show(key: Key, field: string, value: unknown) {
    const rows = replaceRow(page, state.rows, key, (row) => ({ ...row, [field]: value }))
    Object.assign(state, { rows: ref(rows) })
  }

  /** Says which side the switch is on now, and offers the other. */
  function sayDone({ key, field, value }: Setting, was: unknown) {
    const row = list.rowOf(key)
    const side = value === (fields[field]?.on ?? 1) ? 'on' : 'off'
    const words = `fields.${field}`
    const text = loaded.t('ui.said.switched', {
      names: row ? namesText(loaded, [row]) : '',
      label: loaded.find(`${words}.label`) ?? field,
      value: loaded.find(`${words}.options.${side}`) ?? loaded.t(`switch.${side}`),
    })
    notices.push('success', text, { about: `${page.id} ${field} ${key}`, undo: () => set(key, field, was) })
  }

  /** A click waits for the one before it, so that what is shown last is what is stored last. */
  async function store(name: string, setting: Setting, before: Setting | undefined) {
    const { key, field, value } = setting
    const definition = fields[field]
    if (!definition) return false
    await before?.last
    if (before) setting.confirmed = before.confirmed
    const was = setting.confirmed
    const body = { [page.entity.key ?? 'id']: key, [field]: encodeValue(definition, value) }
    const done = await attempts.run(name, () => attempts.post('edit', body))
    if (done) {
      sayDone(setting, was)
      setting.confirmed = value
    }
    if (settings.get(name) !== setting) return done
    settings.delete(name)
    if (!done) {
      show(key, field, setting.confirmed)
      notices.push('warning', words.say('ui.crud.switchFailed'))
    }
    return done
  }

  function set(key: Key, field: string, value: unknown): Promise<boolean> {
    const row = list.rowOf(key)
    if (!row || !fields[field]) return Promise.resolve(false)
    const name = `switch:${field}:${key}`
    const before = settings.get(name)
    const setting: Setting = { key, field, value, confirmed: row[field], last: Promise.resolve(true) }
    settings.set(name, setting)
    show(key, field, value)
    setting.last = store(name, setting, before)
    return setting.last
  }

  return { set }
}
