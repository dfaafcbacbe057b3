import type { Field } from '../../field.ts'
import type { JsonSchema } from '../../jsonSchema.ts'
import { fieldSchema, messageOf } from './formSchema.ts'
import { type RuleEnv, type RuleFinding, ruleFindings } from './valueRules.ts'
import { violationsOf } from './violations.ts'

/**
 * What is wrong with a value that is there: what breaks its schema and, if the field itself fulfils it, what breaks the rules of its kind.
 * The browser and the server both call this, so they agree.
 */
export function valueFindings(field: Field, value: unknown, required: boolean, env: RuleEnv): RuleFinding[] {
  const broken = violationsOf(schemaOf(field, required), value).map(({ path, keyword }): RuleFinding => {
    const inner = path.length >= 2 ? field.fields?.[String(path[1])] : undefined
    const at = inner ? path.slice(0, 2) : field.fields ? [] : path.slice(0, 1)
    return { path: at, error: messageOf(inner ?? { ...field, required }, keyword, valueAt(value, path)) }
  })
  if (broken.some(({ path }) => path.length < 2)) return broken
  return [...broken, ...ruleFindings(field, value, env)]
}

const schemas = new WeakMap<Field, Map<boolean, JsonSchema>>()

function schemaOf(field: Field, required: boolean): JsonSchema {
  const both = schemas.get(field) ?? new Map<boolean, JsonSchema>()
  schemas.set(field, both)
  const known = both.get(required)
  if (known) return known
  const schema = fieldSchema(field, required)
  both.set(required, schema)
  return schema
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let at = value
  for (const key of path) at = at !== null && typeof at === 'object' ? Reflect.get(at, key) : undefined
  return at
}
