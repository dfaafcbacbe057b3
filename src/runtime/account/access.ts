/** What the person may do, as the menu rules delivered it. */
export interface Access {
  /** May `node` be used on `page`? Page: screen id, rule name or path (`/admin/auth/group`); all without regard to case. */
  can(page: string, node: string): boolean
  /** Takes the nodes of a menu, with the page ids and paths their rules answer to. */
  take(nodes: Readonly<Record<string, readonly string[]>>, aliases: readonly Alias[]): void
  clear(): void
}

/** Another name under which the nodes of a rule are asked for. */
export interface Alias {
  /** Path and name of the rule differ, or the screen has another id than both. */
  of: string
  as: string
}

/** Makes the register of rights; empty, nothing is allowed. Nobody is exempt: for super administrators every node is delivered. */
export function createAccess(): Access {
  let held = new Set<string>()
  return {
    can: (page, node) => held.has(keyOf(page, node)),
    take(nodes, aliases) {
      held = new Set()
      const names = new Map<string, string[]>()
      for (const { of, as } of aliases) names.set(plain(of), [...(names.get(plain(of)) ?? []), plain(as)])
      for (const [parent, buttons] of Object.entries(nodes)) {
        const rule = plain(parent)
        for (const button of buttons) {
          const full = plain(button)
          held.add(full)
          const node = full.startsWith(`${rule}/`) ? full.slice(rule.length + 1) : full.slice(full.lastIndexOf('/') + 1)
          for (const name of names.get(rule) ?? []) held.add(`${name}/${node}`)
        }
      }
    },
    clear() {
      held = new Set()
    },
  }
}

function keyOf(page: string, node: string): string {
  return `${plain(page)}/${node.toLowerCase()}`
}

/** Without the area's prefix, the query and upper case. */
function plain(path: string): string {
  const bare = path.split(/[?#]/, 1)[0] ?? ''
  return bare.replace(/^\/(admin|user)\//, '').toLowerCase()
}
