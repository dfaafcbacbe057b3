/** JSON Schema draft-07, the part that kinds use; no `format` (decision 36). */
export interface JsonSchema {
  type?: string | readonly string[]
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  multipleOf?: number
  enum?: readonly unknown[]
  items?: JsonSchema
  uniqueItems?: boolean
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  additionalProperties?: boolean
  title?: string
  default?: unknown
  [keyword: `x-${string}`]: unknown
}
