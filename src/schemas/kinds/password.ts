import { commonPasswords } from './commonPasswords.ts'
import { textKind } from './define.ts'
import { CodecError } from './kind.ts'

/** Password: 6 to 32 characters, none of & < > " ' (specification, section 5) nor line breaks. Stored hashed, never read back. */
export const password = textKind({
  help: 'Password: 6 to 32 characters without & < > " \'; stored as a hash, never read.',
  options: {},
  schema: (field) => ({ type: 'string', pattern: field.required ? rule : `^$|${rule}` }),
  store: () => ({ type: 'varchar', length: 255 }),
  // Never trimmed or folded: a password is what was typed.
  fromWire: (value) => {
    if (value === null || value === undefined) return ''
    if (typeof value !== 'string') throw new CodecError('password')
    return value
  },
  toWire: () => '',
  // Whatever comes through a form is a new one (decision 39).
  check: (value) => (commonPasswords.has(String(value).toLowerCase()) ? 'commonPassword' : undefined),
  message: 'password',
  secret: true,
  operator: false,
  input: 'none',
  comparable: false,
  sample: (_field, n) => `Kontor-${n}-pass`,
})

const rule = '^[^&<>"\'\\r\\n]{6,32}$'
