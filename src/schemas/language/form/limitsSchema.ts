import type { Options } from 'ajv'

const limitOf = (keyword: string) => ({ [keyword]: { $data: `/schema/${keyword}` } })

/**
 * What ajv compiles: one schema for every value of every form. The limits are read from the field's own schema, which is a part of the data
 * (`$data`), so fields that people add at runtime need no compiler. `ValueSubject` in violations.ts is that data.
 */
export const limitsSchema = {
  properties: {
    type: { enum: { $data: '/types' } },
    value: {
      ...limitOf('minLength'),
      ...limitOf('maxLength'),
      ...limitOf('pattern'),
      ...limitOf('minimum'),
      ...limitOf('maximum'),
      ...limitOf('enum'),
      ...limitOf('minItems'),
      ...limitOf('maxItems'),
      ...limitOf('uniqueItems'),
      ...limitOf('required'),
      propertyNames: { enum: { $data: '/names' } },
    },
  },
}

/**
 * How it is compiled: on the server when it starts, for the browser by the build (codegen/build/standaloneLimits.ts). Checking the schema
 * itself would take four times as long as compiling it.
 */
export const limitsOptions = {
  $data: true,
  allErrors: true,
  strict: false,
  validateFormats: false,
  messages: false,
  meta: false,
  validateSchema: false,
} satisfies Options
