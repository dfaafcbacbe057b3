import * as z from 'zod/mini'
import { codeEvents } from '../../codeEvents.ts'
import { keysOf } from '../../keysOf.ts'
import { masks, type OptionShape, textRules } from '../../kinds/kind.ts'
import { locales } from '../words.ts'

const tag = z.enum(['info', 'primary', 'success', 'warning', 'danger'])
const scalar = z.union([z.string(), z.number()])
const optionName = z.string().check(z.regex(/^[a-z][A-Za-z0-9]*$/))
const option = z.strictObject({
  value: scalar,
  name: z.optional(optionName),
  tag: z.optional(tag),
  fixed: z.optional(z.boolean()),
})

/** What the keys that kinds add to a field are checked by. Only parsers import it: the browser gets pages that are parsed already. */
export const optionShapes: Readonly<Record<OptionShape, z.ZodMiniType>> = {
  text: z.string(),
  texts: z.array(z.string()),
  flag: z.boolean(),
  number: z.number(),
  integer: z.int(),
  count: z.int().check(z.gte(0)),
  positive: z.int().check(z.gte(1)),
  decimals: z.int().check(z.gte(0), z.lte(10)),
  amount: z.string().check(z.regex(/^-?\d{1,13}\.\d{2}$/)),
  duration: z.string().check(z.regex(/^(\d{1,2}:)?[0-5]?\d:[0-5]\d(\.\d{1,3})?$/)),
  level: z.int().check(z.gte(1), z.lte(3)),
  moment: z.string(),
  textRule: z.enum(textRules),
  mask: z.enum(masks),
  fieldsByLanguage: z.partialRecord(z.enum(locales), z.string()),
  scalar,
  scalars: z.record(z.string(), scalar),
  choices: z.union([
    z.array(option).check(z.minLength(1)),
    z.strictObject({ source: z.string(), depends: z.optional(z.array(z.string())), preselected: z.optional(z.boolean()) }),
  ]),
  accept: z
    .string()
    .check(z.regex(/^(\.[a-z0-9]{1,10}|[a-z]+\/(\*|[a-z0-9.+-]+))(, ?(\.[a-z0-9]{1,10}|[a-z]+\/(\*|[a-z0-9.+-]+)))*$/)),
  codeEvent: z.enum(keysOf(codeEvents)),
  besideField: z.string(),
  besideRelation: z.string(),
  crop: z.string().check(z.regex(/^(free|[1-9]\d{0,2}:[1-9]\d{0,2})$/)),
}
