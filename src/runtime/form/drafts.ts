import type { Field } from '../../schemas/field.ts'
import { isObject } from '../../schemas/isObject.ts'
import type { Area } from '../../schemas/language/area/area.ts'
import { decodeRow, encodeValue } from '../../schemas/language/wire/codec.ts'
import type { KeyValue } from '../platform.ts'
import type { FormModel } from './model.ts'
import type { Values } from './values.ts'

/** What was entered in a form and not saved, on the wire: what its fields held, and what they held at first. */
export interface Draft {
  /** Unix seconds of the last change. */
  time: number
  values: Values
  base: Values
}

/** Drafts of one person in this browser, by place: a page, an action and its records. */
export interface Drafts {
  read(place: string): Draft | null
  write(place: string, draft: Draft): void
  remove(place: string): void
}

/** Days after which a draft is of no use any more. */
const lifetime = 3 * 86_400
/** So many are kept of a person; the oldest go first. */
const most = 20
/** A draft of more characters is not kept: the storage of a site is small. */
const longest = 200_000

/**
 * Makes the drafts of a person. They are one text in the storage, with its owner at the beginning: what belongs to somebody else is
 * taken away, here and when somebody signs in (`claimDrafts`). `now` is in unix seconds.
 */
export function createDrafts(storage: KeyValue, area: Area, owner: string | number, now: () => number): Drafts {
  const key = `drafts_${area}`
  const head = `${owner}|`

  function all(): Record<string, Draft> {
    const text = storage.get(key)
    if (!text?.startsWith(head)) return {}
    const kept = parsed(text.slice(head.length))
    return Object.fromEntries(Object.entries(kept).filter(([, draft]) => draft.time > now() - lifetime))
  }

  function put(drafts: Record<string, Draft>): void {
    const latest = Object.entries(drafts)
      .sort(([, a], [, b]) => b.time - a.time)
      .slice(0, most)
    if (latest.length === 0) storage.remove(key)
    else storage.set(key, head + JSON.stringify(Object.fromEntries(latest)))
  }

  return {
    read: (place) => all()[place] ?? null,
    write(place, draft) {
      const { [place]: _old, ...others } = all()
      put(JSON.stringify(draft).length > longest ? others : { ...others, [place]: draft })
    },
    remove(place) {
      const { [place]: old, ...others } = all()
      if (old) put(others)
    },
  }
}

function parsed(text: string): Record<string, Draft> {
  try {
    const kept: unknown = JSON.parse(text)
    if (!isObject(kept)) return {}
    return Object.fromEntries(Object.entries(kept).flatMap(([place, draft]) => (isDraft(draft) ? [[place, draft]] : [])))
  } catch {
    return {} // what somebody else wrote there is no draft
  }
}

function isDraft(draft: unknown): draft is Draft {
  return isObject(draft) && typeof draft.time === 'number' && isObject(draft.values) && isObject(draft.base)
}

/** May this field be kept in the browser? Not what is secret or masked, nor rows that hold something of that kind. */
export function isKept({ kind, secret, mask, readOnly, fields }: Field): boolean {
  const isPlain = !secret && !mask && kind !== 'password'
  return isPlain && !readOnly && Object.values(fields ?? {}).every((part) => part.readOnly || isKept(part))
}

/** What is entered in a form and may be kept; null when that is nothing. */
export function draftOf(model: FormModel, first: Values, time: number): Draft | null {
  const changes = model.changes()
  const kept = model.fields.filter((field) => Object.hasOwn(changes, field.name) && isKept(field))
  if (kept.length === 0) return null
  const wireOf = (values: Values) => Object.fromEntries(kept.map((field) => [field.name, encodeValue(field, values[field.name])]))
  return { time, values: wireOf(changes), base: wireOf(first) }
}

/** Enters a draft in the form; where somebody else has saved another value meanwhile, the form asks which it is to be. */
export function enterDraft(model: FormModel, { values, base }: Draft): void {
  const fields = Object.fromEntries(model.fields.filter(isKept).map((field) => [field.name, field]))
  const read = (wire: Values) => decodeRow(fields, wire).values
  // What a new record or an action begins with may be another value each time.
  model.restore(read(values), model.action === 'edit' ? read(base) : {})
}
