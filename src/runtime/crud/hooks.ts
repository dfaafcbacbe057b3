/** What may be done before and after a step: a plugin returns false from a `before` to stop it. */
export interface Hooks<Events extends object> {
  before<Name extends keyof Events>(name: Name, hook: Before<Events[Name]>): () => void
  after<Name extends keyof Events>(name: Name, hook: After<Events[Name]>): () => void
  /** Runs the `before` hooks in order; false as soon as one says so. */
  may<Name extends keyof Events>(name: Name, event: Events[Name]): Promise<boolean>
  /** Runs the `after` hooks in order. */
  did<Name extends keyof Events>(name: Name, event: Events[Name]): Promise<void>
}

type Before<Event> = (event: Event) => boolean | undefined | Promise<boolean | undefined>
type After<Event> = (event: Event) => void | Promise<void>

/** Makes an empty table of hooks. Each hook is added with a function that takes it away again. */
export function createHooks<Events extends object>(): Hooks<Events> {
  const befores = new Map<keyof Events, Set<Before<never>>>()
  const afters = new Map<keyof Events, Set<After<never>>>()
  return {
    before: (name, hook) => add(befores, name, hook),
    after: (name, hook) => add(afters, name, hook),
    async may(name, event) {
      for (const hook of befores.get(name) ?? []) if ((await hook(event as never)) === false) return false
      return true
    },
    async did(name, event) {
      for (const hook of afters.get(name) ?? []) await hook(event as never)
    },
  }
}

function add<Name, Hook>(table: Map<Name, Set<Hook>>, name: Name, hook: Hook): () => void {
  const hooks = table.get(name) ?? new Set()
  table.set(name, hooks.add(hook))
  return () => hooks.delete(hook)
}
