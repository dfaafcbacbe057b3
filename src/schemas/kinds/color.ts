import { textKind, textSchema, withLength } from './define.ts'

/** A colour: #rgb, #rrggbb or rgb(); with `alpha` also #rrggbbaa and rgba(), which let something through. */
export const color = textKind({
  help: 'Colour.',
  options: { alpha: 'flag' },
  fallbackLength: 50,
  schema: (field) => textSchema(withLength(field, 50), patternOf(field)),
  message: 'color',
  cell: 'color',
  operator: false,
  input: 'none',
  comparable: false,
  sample: (field, n) => `#${String(n % 1_000_000).padStart(6, '0')}${field.alpha ? '80' : ''}`,
})

const part = '\\s*[0-9]{1,3}%?\\s*'
const solid = `#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})|rgb\\(${part},${part},${part}\\)`

function patternOf(field: { alpha?: boolean }): string {
  return field.alpha
    ? `^(?:${solid}|#[0-9A-Fa-f]{8}|rgba\\(${part},${part},${part},\\s*(?:0|1|0?\\.[0-9]{1,3}|1\\.0+|[0-9]{1,3}%)\\s*\\))$`
    : `^(?:${solid})$`
}
