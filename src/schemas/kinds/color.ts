import { textKind } from './define.ts'

/** A colour: #rgb, #rrggbb or #rrggbbaa, or rgb()/rgba(). */
export const color = textKind({
  options: {},
  fallbackLength: 50,
  textPattern: '^(?:#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|rgba?\\([0-9., %]+\\))$',
  message: 'color',
  cell: 'color',
  operator: false,
  input: 'none',
  comparable: false,
  sample: (_field, n) => `#${String(n % 1_000_000).padStart(6, '0')}`,
})
