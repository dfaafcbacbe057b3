import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suggest } from '../../src/schemas/language/issue.ts'

/** The root of the project. */
const projectRoot = resolve(import.meta.dirname, '../..')

/** Folders of schemas: one, or several in the order in which they build on each other. */
export type SchemaDirs = string | readonly string[]

/** The environment variable that names the modules that are on. */
export const modulesVariable = 'KONTOR_MODULES'
/** What is on when it is not set: the shop, where it comes with the product; as an installed package Kontor comes without. */
export const defaultModules = existsSync(join(projectRoot, 'modules/shop/module.json')) ? 'shop' : ''

/** A name in KONTOR_MODULES that is no module; the message says which there are. */
export class UnknownModule extends Error {}

/** The names of the modules that come with the product, sorted. */
export function firstPartyModules(root = projectRoot): string[] {
  const folder = join(root, 'modules')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'module.json')))
    .sort()
}

/** The modules that a text names, such as `shop`: separated by commas, none when it is empty. Throws `UnknownModule`. */
export function moduleNames(text: string, known: readonly string[] = firstPartyModules()): string[] {
  const names = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  for (const name of names)
    if (!known.includes(name)) {
      const hint = suggest(name, known)
      throw new UnknownModule(`there is no module "${name}"${hint === '' ? '' : `; ${hint}`}`)
    }
  return [...new Set(names)]
}

/** The modules that are on: those that KONTOR_MODULES names, `defaultModules` when it is not set. Throws `UnknownModule`. */
export function enabledModules(env: Readonly<Record<string, string | undefined>> = process.env): string[] {
  try {
    return moduleNames(env[modulesVariable] ?? defaultModules)
  } catch (error) {
    throw error instanceof UnknownModule ? new UnknownModule(`${modulesVariable}: ${error.message}`) : error
  }
}

/** The folders that the schema is read from, in order: the platform's own, then those of the modules that are on. */
export function schemaSources(modules: readonly string[] = enabledModules(), root = projectRoot): string[] {
  return [join(root, 'src/schemas'), ...modules.map((name) => join(root, 'modules', name))]
}

/** The same with the workspace that the environment names, for commands: what a server serves from there. */
export function sourcesOfCommand(env: Readonly<Record<string, string | undefined>> = process.env): string[] {
  const { KONTOR_WORKSPACE: workspace } = env
  return [...schemaSources(enabledModules(env)), ...(workspace ? [resolve(workspace)] : [])]
}
