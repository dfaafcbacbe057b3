import { manifestShape } from '../../src/schemas/language/module/manifest.ts'
import { draft, type Json, partsOf } from './jsonSchema.ts'
import { toJson } from './language.ts'

/** What each key of module.json means, in one sentence. */
export const moduleHelp: Readonly<Record<string, string>> = {
  uid: 'Its name in KONTOR_MODULES; that of its folder.',
  title: 'Its name in Chinese.',
  title_en: 'Its name in English.',
  version: 'major.minor.patch; versions only go up.',
  intro: 'What it brings, in one Chinese sentence.',
  intro_en: 'The same in English.',
  requires: 'Modules that must be on as well, and come before it.',
  tablePrefixes: 'How the names of its tables begin, with a _ at the end; no other source has tables of such names.',
  pagePrefixes: 'How the ids of its pages begin, with a / at the end; no other source has pages of such ids.',
  kontor: 'Versions of Kontor that it works with: ">=0.1.0 <1.0.0".',
  author: 'Who made it.',
  category: 'Where the market shows it.',
  images: 'Pictures of it, files below assets; the first is its logo.',
  price: 'What it costs, in yuan; "0.00" is free.',
  homepage: 'Where to read more; an https address.',
  permissions: 'What it will do, in sentences by language, for the person who decides whether to install it.',
  optionSources: 'Of a module with code: its sources for "options": { "source": … }, and how many fields each needs.',
}

/** module.schema.json: the manifest of a module or package as JSON Schema, from the shape that the parser reads. */
export function moduleSchema(): Json {
  const schema = toJson(manifestShape)
  for (const [key, part] of Object.entries(partsOf(schema, 'properties'))) if (moduleHelp[key]) part.description = moduleHelp[key]
  return { $schema: draft, title: 'Kontor module', ...schema }
}
