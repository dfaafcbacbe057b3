import { type ErrorSchema, type RJSFSchema, type RJSFValidationError, toErrorSchema, type ValidatorType } from '@rjsf/utils'
import type { JsonSchema } from '../../schemas/jsonSchema.ts'
import type { FormError } from './check.ts'
import { violationsOf } from './violations.ts'

type FormValues = Record<string, unknown>

/** What the validator asks of the form it serves. */
export interface ValidatorFace {
  check(values: FormValues): FormError[]
  message(error: FormError): string
  /** Fields whose errors may be shown already; all of them once the person has tried to save. */
  shown(field: string): boolean
}

/**
 * rjsf's validator on an interpreter: nothing is compiled, so the content policy needs no 'unsafe-eval'. The form's own rules decide;
 * the schema that rjsf draws from is only asked for conditions inside it.
 */
export function createValidator(face: ValidatorFace): ValidatorType<FormValues, RJSFSchema> {
  return {
    validateFormData(formData, _schema, _custom, transformErrors, uiSchema) {
      const found = face
        .check(formData ?? {})
        .filter((e) => face.shown(String(e.path[0])))
        .map(
          (e): RJSFValidationError => ({
            property: `.${e.path.join('.')}`,
            message: face.message(e),
            stack: face.message(e),
            name: e.error.code,
          }),
        )
      const errors = transformErrors ? transformErrors(found, uiSchema) : found
      return { errors, errorSchema: toErrorSchema(errors) as ErrorSchema<FormValues> }
    },
    isValid: (schema, formData) => violationsOf(schema as JsonSchema, formData).length === 0,
    rawValidation: <Result>(schema: RJSFSchema, formData?: FormValues) => ({
      errors: violationsOf(schema as JsonSchema, formData) as Result[],
    }),
  }
}
