import { lengthOptions, textKind } from './define.ts'

/** Several lines of text. Key `rows`: lines shown. Without `maxLength` the column is unlimited text. */
export const textarea = textKind({
  help: 'Lines of text.',
  options: { ...lengthOptions, rows: 'positive', mask: 'mask' },
  store: (field) => (field.maxLength ? { type: 'varchar', length: field.maxLength } : { type: 'text' }),
  schema: (field) => ({
    type: 'string',
    ...(field.required ? { minLength: Math.max(1, field.minLength ?? 0) } : {}),
    maxLength: field.maxLength ?? 65_535,
  }),
})
