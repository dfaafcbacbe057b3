/**
 * Every keyboard shortcut, by its place and what it does. Handlers ask `pressed`, hints and the help show the same keys. Written as the
 * browser calls keys; Mod is Ctrl, on a Mac ⌘. Alternatives do the same or, like ↑ and ↓, the same in two directions.
 */
export const shortcuts = {
  'everywhere.palette': ['Mod+k'],
  'everywhere.notices': ['Shift+N'],
  'everywhere.undo': ['Mod+z'],
  'everywhere.keys': ['?'],
  'everywhere.escape': ['Escape'],
  'lists.quickSearch': ['/'],
  'lists.intoRows': ['ArrowDown'],
  'lists.rows': ['ArrowUp', 'ArrowDown'],
  'lists.ends': ['Home', 'End'],
  'lists.rowActions': ['ArrowRight', 'ArrowLeft'],
  'lists.open': ['Enter'],
  'lists.editCell': ['F2'],
  'lists.panel': ['Shift+Enter'],
  'lists.select': [' '],
  'lists.menu': ['Shift+F10'],
  'heads.walk': ['ArrowLeft', 'ArrowRight'],
  'heads.size': ['Shift+ArrowLeft', 'Shift+ArrowRight'],
  'heads.move': ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'],
  'heads.menu': ['Shift+F10'],
  'records.neighbours': ['Alt+ArrowUp', 'Alt+ArrowDown'],
  'records.send': ['Mod+Enter'],
  'records.mention': ['@'],
  'forms.save': ['Mod+Enter'],
  'tabs.tabs': ['ArrowLeft', 'ArrowRight'],
  'tabs.moveTab': ['Mod+Shift+ArrowLeft', 'Mod+Shift+ArrowRight'],
  'tabs.closeTab': ['Delete'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type ShortcutName = keyof typeof shortcuts

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Which of a shortcut's keys was pressed, counted from 0; -1: none of them. */
export function pressed({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed, name: ShortcutName): number {
  return shortcuts[name].findIndex((keys) => {
    const held = keys.split('+')
    const last = held.pop() ?? ''
    const has = (modifier: string) => held.includes(modifier)
    // Signs such as "?" need Shift on some keyboards and not on others.
    const isSign = /^[^\p{L}\s]$/u.test(last)
    return (
      last.toLowerCase() === key.toLowerCase() &&
      has('Mod') === (ctrlKey || metaKey) &&
      has('Alt') === altKey &&
      (isSign || has('Shift') === shiftKey)
    )
  })
}

const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

const signs: Readonly<Record<string, string>> = {
  Mod: mac ? '⌘' : 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
  Escape: 'Esc',
  Delete: 'Del',
}

/** The keys of a shortcut as people read them: `Ctrl K`, `⌘K`. */
export function keyTexts(name: ShortcutName): string[] {
  return shortcuts[name].map((keys) => {
    const parts = keys.split('+').map((key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    return parts.join(' ').replace('⌘ ', '⌘')
  })
}

/** The same for `aria-keyshortcuts`. */
export function ariaKeys(name: ShortcutName): string {
  const say = (modifier: string) => shortcuts[name].map((keys) => keys.replace('Mod', modifier)).join(' ')
  return shortcuts[name].some((keys) => keys.includes('Mod')) ? `${say('Control')} ${say('Meta')}` : say('')
}
