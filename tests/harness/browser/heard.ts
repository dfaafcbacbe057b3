import type { Page } from 'playwright-core'

/** What a screen reader is told of an element. */
export interface Heard {
  role: string
  name: string
  /** What describes it: help, errors. */
  description: string
  /** States and properties: focused, invalid, checked, expanded … */
  is: Readonly<Record<string, unknown>>
}

interface AxNode {
  ignored: boolean
  role?: { value: unknown }
  name?: { value: unknown }
  description?: { value: unknown }
  properties?: readonly { name: string; value: { value: unknown } }[]
}

const text = (part: { value: unknown } | undefined) => String(part?.value ?? '').trim()

/** The accessibility tree that the browser hands to screen readers, as a list. */
export async function heardOn(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: readonly AxNode[] }
  await session.detach()
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: text(role),
      name: text(name),
      description: text(description),
      is: Object.fromEntries(properties.map((each) => [each.name, each.value.value])),
    }))
}

const named =
  /^(button|link|checkbox|radio|switch|combobox|textbox|searchbox|spinbutton|slider|tab|menuitem|menuitemradio|option|treeitem|dialog|alertdialog|grid|treegrid|tablist|toolbar|navigation|img|image|progressbar)$/

/** What must have a name and has none. */
export function nameless(heard: readonly Heard[]): string[] {
  return heard.filter(({ role, name }) => named.test(role) && name === '').map(({ role, is }) => `${role} ${JSON.stringify(is)}`)
}

/** The element that has the focus. */
export function focusedOf(heard: readonly Heard[]): Heard | undefined {
  return heard.findLast(({ role, is }) => is.focused === true && role !== 'RootWebArea')
}
