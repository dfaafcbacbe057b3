import type { ServerModule } from '../modules/module.ts'

/** The modules, each after those it requires. Throws where a required one is not among them, and where they require each other in a circle. */
export function inOrder(modules: readonly ServerModule[]): ServerModule[] {
  const byName = new Map(modules.map((module) => [module.name, module]))
  if (byName.size < modules.length) throw new Error(`two modules have one name: ${modules.map(({ name }) => name).join(', ')}`)
  const ordered = new Set<ServerModule>()
  const visit = (module: ServerModule, trail: readonly string[]): void => {
    if (ordered.has(module)) return
    if (trail.includes(module.name)) throw new Error(`modules require each other: ${[...trail, module.name].join(' → ')}`)
    for (const name of module.requires ?? []) {
      const required = byName.get(name)
      if (!required) throw new Error(`the module "${module.name}" requires "${name}", which is not on`)
      visit(required, [...trail, module.name])
    }
    ordered.add(module)
  }
  for (const module of modules) visit(module, [])
  return [...ordered]
}
