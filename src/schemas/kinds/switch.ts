import { defineKind } from './define.ts'
import { CodecError, type Store } from './kind.ts'

/** On or off: 1 and 0 unless `on` and `off` say otherwise. A number on the wire, a text with `wire: "string"`; takes true and false too. */
export const switchKind = defineKind({
  help: 'On or off.',
  options: { on: 'scalar', off: 'scalar' },
  store: (field): Store => (typeof onOff(field).on === 'number' ? { type: 'smallint' } : { type: 'varchar', length: 30 }),
  empty: 0,
  schema: (field) => ({ enum: Object.values(onOff(field)) }),
  fromWire: (wire, field) => {
    const { on, off } = onOff(field)
    if (wire === null || wire === undefined || wire === '') return off
    if (typeof wire === 'boolean') return wire ? on : off
    const text = typeof wire === 'string' || typeof wire === 'number' ? String(wire) : JSON.stringify(wire)
    if (typeof wire !== 'object' && text === String(on)) return on
    if (typeof wire !== 'object' && text === String(off)) return off
    throw new CodecError('option', { value: (text ?? '').slice(0, 50) })
  },
  toWire: (model, field) => {
    const shown = model ?? onOff(field).off
    return field.wire === 'string' ? String(shown) : shown
  },
  cell: 'switch',
  operator: 'eq',
  input: 'switch',
  comparable: 'number',
  sample: (field, n) => (n % 2 ? onOff(field).on : onOff(field).off),
})

/** The two values of a switch field. */
export function onOff(field: { on?: string | number; off?: string | number }): { on: string | number; off: string | number } {
  return { on: field.on ?? 1, off: field.off ?? 0 }
}
