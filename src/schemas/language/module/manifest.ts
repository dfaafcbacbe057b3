import * as z from 'zod/mini'
import type { OptionSource } from '../../kinds/optionSources.ts'
import { type Issue, issueAt } from '../issue.ts'
import { readShape } from '../shape.ts'
import type { Locale } from '../words.ts'
import { isRange } from './version.ts'

/** What module.json says of a module: its name, its version, and which tables and pages are its own. */
export interface ModuleManifest {
  /** Its name in KONTOR_MODULES; that of its folder. */
  uid: string
  title: string
  title_en: string
  /** `<major>.<minor>.<patch>` */
  version: string
  /** What it brings, in one sentence. */
  intro?: string
  intro_en?: string
  /** Modules that must be on as well, and come before it. */
  requires: readonly string[]
  /** How the names of its tables begin; no other source has tables of such names. */
  tablePrefixes: readonly string[]
  /** How the ids of its pages begin; no other source has pages of such ids. */
  pagePrefixes: readonly string[]
  /** Versions of Kontor that it works with: `>=0.1.0 <1.0.0`. */
  kontor?: string
  author?: string
  /** Where the market shows it. */
  category?: ModuleCategory
  /** Pictures of it, files below `assets`; the first is its logo. */
  images: readonly string[]
  /** What it costs, in yuan: "0.00" is free. */
  price?: string
  homepage?: string
  /** What it will do, for the person who decides whether to install it: sentences, by language. */
  permissions?: Readonly<Record<Locale, readonly string[]>>
  /** Sources that its server half has for `"options": { "source": … }`, by name. */
  optionSources: Readonly<Record<string, OptionSource>>
}

export const moduleCategories = ['shop', 'marketing', 'editor', 'storage', 'sms', 'tool'] as const
export type ModuleCategory = (typeof moduleCategories)[number]

const uid = z.string().check(z.regex(/^[a-z][a-z0-9-]*$/), z.maxLength(40))
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))

const sentences = z.array(text(255)).check(z.minLength(1), z.maxLength(20))

/** The shape of module.json. */
export const manifestShape = z.strictObject({
  $schema: z.optional(z.string()),
  uid,
  title: text(50),
  title_en: text(50),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  intro: z.optional(text(255)),
  intro_en: z.optional(text(255)),
  requires: z.optional(z.array(uid)),
  tablePrefixes: z.array(z.string().check(z.regex(/^[a-z][a-z0-9_]*_$/))),
  pagePrefixes: z.array(z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*\/$/))),
  kontor: z.optional(z.string().check(z.refine((range) => isRange(range), 'write a range of versions: ">=0.1.0 <1.0.0"'))),
  author: z.optional(text(50)),
  category: z.optional(z.enum(moduleCategories)),
  images: z.optional(
    z.array(z.string().check(z.regex(/^assets\/[\w/-]+\.(png|webp|svg)$/), z.maxLength(150))).check(z.maxLength(10)),
  ),
  price: z.optional(z.string().check(z.regex(/^(0|[1-9]\d{0,5})\.\d\d$/))),
  homepage: z.optional(z.string().check(z.regex(/^https:\/\/[^\s"'<>]+$/), z.maxLength(255))),
  permissions: z.optional(z.strictObject({ 'zh-cn': sentences, en: sentences })),
  optionSources: z.optional(
    z.record(
      z.string().check(z.regex(/^[a-z][a-zA-Z0-9]*$/)),
      z.strictObject({ needs: z.int().check(z.gte(0), z.lte(5)), sample: text(100) }),
    ),
  ),
})

/** Parses module.json of the folder of that name. Returns undefined when it cannot be read; faults are added to `issues`. */
export function parseManifest(folder: string, json: unknown, issues: Issue[]): ModuleManifest | undefined {
  const read = readShape(manifestShape, json, [], issues)
  if (!read) return undefined
  if (read.uid !== folder) issues.push(issueAt(['uid'], `the folder is called "${folder}"`, 'give both the same name'))
  const { $schema: _, requires = [], images = [], optionSources = {}, ...rest } = read
  return { ...rest, requires, images, optionSources }
}
