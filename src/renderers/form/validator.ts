import { hashForSchema, type RJSFSchema, type ValidatorType } from '@rjsf/utils'
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js'
import type { CompiledValidateFunction } from '@rjsf/validator-ajv8/lib/types.js'
import type { FormError } from './check.ts'

type FormValues = Record<string, unknown>

/** What the validator asks of the form it serves. */
export interface ValidatorFace {
  check(values: FormValues): FormError[]
  message(error: FormError): string
  /** Fields whose errors may be shown already; all of them once the person has tried to save. */
  shown(field: string): boolean
}

/**
 * rjsf's precompiled validator, run on the check of the form: nothing is compiled in the browser, so the content policy needs no
 * 'unsafe-eval'. The schema that rjsf draws from holds no conditions, so that it is the only one ever asked for.
 */
export function createValidator(schema: RJSFSchema, face: ValidatorFace): ValidatorType<FormValues, RJSFSchema> {
  const validate: CompiledValidateFunction = (values: FormValues | undefined) => {
    const found = face.check(values ?? {}).filter((each) => face.shown(String(each.path[0])))
    validate.errors = found.map((each) => ({
      instancePath: `/${each.path.join('/')}`,
      schemaPath: '',
      keyword: each.error.code,
      params: {},
      message: face.message(each),
    }))
    return found.length === 0
  }
  return createPrecompiledValidator<FormValues, RJSFSchema>({ [hashForSchema(schema)]: validate }, schema)
}
