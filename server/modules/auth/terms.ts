import type { Context } from '../../core/context.ts'
import { cleanMarkup } from '../../core/db/markup.ts'
import { readKeyValues } from '../../crud/keyValue/keyValues.ts'

/** The item of the configuration with the terms in a language. */
const items = { 'zh-cn': 'terms_zh', en: 'terms_en' } as const

/** GET: the terms of service that new members accept, as rich text in the caller's language; the default text where the owner left it empty. */
export async function terms({ schema, read, lang }: Context): Promise<{ html: string }> {
  const page = schema.pages.get('routine/config')
  const field = page?.fields[items[lang]]
  if (!page || !field) throw new Error('routine/config has lost the terms')
  const { values } = await readKeyValues(read, schema, { ...page, fields: { [field.name]: field } })
  return { html: cleanMarkup(String(values[field.name] || field.default || '')) }
}
