import type { ShortcutName } from '../../shortcuts.ts'

/** Something the palette can do. */
export interface Command {
  id: string
  title: string
  /** Its place in the menu, or its type. */
  note: string
  icon: string
  /** Further words it is found by. */
  also?: string
  /** Its keyboard shortcut. */
  keys?: ShortcutName
  preload?: () => void
  run: () => void
}

/** The commands that hold every word of the text; those whose title begins with it first. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const found = commands.filter((one) =>
    words.every((word) => `${one.title} ${one.note} ${one.also ?? ''}`.toLowerCase().includes(word)),
  )
  const rank = (one: Command) => (one.title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1)
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, 50)
}
