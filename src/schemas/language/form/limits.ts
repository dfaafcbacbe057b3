import { Ajv } from 'ajv'
import { limitsOptions, limitsSchema } from './limitsSchema.ts'

/**
 * Checks a value against the limits of its schema. In the browser, where the content policy forbids to compile, the build puts ajv's
 * standalone code in the place of this module (codegen/build/standaloneLimits.ts).
 */
export const limits = new Ajv(limitsOptions).compile(limitsSchema)
