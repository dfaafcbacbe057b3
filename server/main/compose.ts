import type { Schema } from '../../codegen/schema/schema.ts'
import { purgeCore } from '../core/jobs/purge.ts'
import type { Services } from '../core/services.ts'
import type { ScreenHooks } from '../crud/domain.ts'
import type { Domains } from '../crud/engine/domains.ts'
import type { ServerModule } from '../modules/module.ts'

/** What the modules add to the engine of pages; `more`: actions besides theirs. Throws where two define the same. */
export function domainsOf(modules: readonly ServerModule[], more: Domains['rowActions'] = {}): Domains {
  const screenHooks: Record<string, ScreenHooks> = {}
  const hooksOf = (pageId: string) => screenHooks[pageId] ?? {}
  const hooks = merged(modules, ({ screenHooks: own }) => (typeof own === 'function' ? own(hooksOf) : own), 'hooks of the screen')
  const notify = one(modules, 'notify')
  return {
    rowActions: { ...merged(modules, ({ rowActions }) => rowActions, 'the action'), ...more },
    screenHooks: Object.assign(screenHooks, hooks),
    pageKinds: merged(modules, ({ pageKinds }) => pageKinds, 'the kind of page'),
    optionSources: merged(modules, ({ optionSources }) => optionSources, 'the option source'),
    listAddresses: modules.flatMap(({ listAddresses }) => listAddresses ?? []),
    valueChecks: modules.flatMap(({ valueChecks }) => valueChecks ?? []),
    ...(notify ? { notify: notify } : {}),
  }
}

/** The member of the one module that has it. Throws where several have. */
export function one<Name extends 'notify' | 'lookThrough' | 'inbox'>(
  modules: readonly ServerModule[],
  name: Name,
): ServerModule[Name] | undefined {
  const found = modules.filter((module) => module[name])
  if (found.length > 1) throw new Error(`several modules have "${name}": ${found.map((module) => module.name).join(', ')}`)
  return found[0]?.[name]
}

/** The tables of all modules as one. Throws where two modules have the same row. */
export function merged<T>(
  modules: readonly ServerModule[],
  of: (module: ServerModule) => Readonly<Record<string, T>> | undefined,
  what: string,
): Record<string, T> {
  const owners = new Map<string, string>()
  const all: Record<string, T> = {}
  for (const module of modules)
    for (const [name, value] of Object.entries(of(module) ?? {})) {
      const owner = owners.get(name)
      if (owner) throw new Error(`the modules "${owner}" and "${module.name}" both have ${what} "${name}"`)
      owners.set(name, module.name)
      all[name] = value
    }
  return all
}

/** Throws when a page names an option source that no module has. */
export function requireOptionSources(schema: Schema, { optionSources = {} }: Domains): void {
  for (const page of schema.pages.values())
    for (const field of Object.values(page.fields))
      if (field.source && !Object.hasOwn(optionSources, field.source))
        throw new Error(
          `${page.id}: fields.${field.name} takes its options from "${field.source}", which no module of the server has`,
        )
}

/** What is deleted because nobody needs it any more: the core's and the modules'. */
export function purgesOf(modules: readonly ServerModule[], services: Services): Services['purges'] {
  return {
    async rows() {
      await purgeCore(services.database)
      for (const { purges } of modules) for (const purge of Object.values(purges ?? {})) await purge(services)
    },
    async *files() {
      for (const { filePurges } of modules)
        for (const [kind, purge] of Object.entries(filePurges ?? {})) yield { kind, count: await purge(services) }
    },
  }
}
