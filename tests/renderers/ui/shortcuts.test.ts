import { describe, expect, it } from 'vitest'
import { typedMention, withMention } from '../../../src/renderers/screens/crud/detail/comments/mentionAt.ts'
import { ariaKeys, keyTexts, pressed, type ShortcutName, shortcuts } from '../../../src/renderers/shortcuts.ts'
import { mentionsName, placesOf } from '../../../src/schemas/api/comments.ts'
import { flattenMessages } from '../../../src/schemas/language/words.ts'
import en from '../../../src/schemas/words/en/help.json' with { type: 'json' }
import zh from '../../../src/schemas/words/zh-cn/help.json' with { type: 'json' }

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const press = (key: string, held: Partial<typeof none> = {}) => ({ ...none, ...held, key })

describe('a shortcut', () => {
  it('is what is declared, with the keys that are held and no others', () => {
    expect(pressed(press('k', { ctrlKey: true }), 'everywhere.palette')).toBe(0)
    expect(pressed(press('K', { metaKey: true }), 'everywhere.palette')).toBe(0)
    expect(pressed(press('k'), 'everywhere.palette')).toBe(-1)
    expect(pressed(press('k', { ctrlKey: true, altKey: true }), 'everywhere.palette')).toBe(-1)
    expect(pressed(press('N', { shiftKey: true }), 'everywhere.notices')).toBe(0)
    expect(pressed(press('n'), 'everywhere.notices')).toBe(-1)
    expect(pressed(press('z', { ctrlKey: true, shiftKey: true }), 'everywhere.undo')).toBe(-1)
  })

  it('says which of two directions was pressed', () => {
    expect(pressed(press('ArrowUp', { altKey: true }), 'records.neighbours')).toBe(0)
    expect(pressed(press('ArrowDown', { altKey: true }), 'records.neighbours')).toBe(1)
    expect(pressed(press('ArrowDown'), 'records.neighbours')).toBe(-1)
  })

  it('that is a sign is the same on keyboards that need Shift for it', () => {
    for (const shiftKey of [true, false]) expect(pressed(press('?', { shiftKey }), 'everywhere.keys')).toBe(0)
  })

  it('is shown as people and assistive technology read it', () => {
    expect(keyTexts('records.neighbours')).toEqual(['Alt ↑', 'Alt ↓'])
    expect(keyTexts('lists.select')).toEqual(['Space'])
    expect(ariaKeys('everywhere.palette')).toBe('Control+k Meta+k')
    expect(ariaKeys('records.neighbours')).toBe('Alt+ArrowUp Alt+ArrowDown')
  })

  it('has words in the help of both languages, and the help none without a shortcut', () => {
    const names = Object.keys(shortcuts) as ShortcutName[]
    const places = [...new Set(names.map((name) => name.split('.')[0]))]
    for (const words of [en, zh].map(({ ui }) => ui.help)) {
      expect(Object.keys(flattenMessages(words.keys)).sort()).toEqual([...names].sort())
      expect(Object.keys(words.places).sort()).toEqual([...places].sort())
    }
  })
})

describe('a mention', () => {
  it('is what is typed behind an @ at the caret', () => {
    expect(typedMention('Ask @li', 7)).toEqual({ at: 4, query: 'li' })
    expect(typedMention('@', 1)).toEqual({ at: 0, query: '' })
    expect(typedMention('请@王', 3)).toEqual({ at: 1, query: '王' })
    for (const text of ['Ask li', 'a@b.com', 'Ask @li\nnow', 'Ask @ li', 'Ask @li  now'])
      expect(typedMention(text, text.length)).toBeNull()
  })

  it('takes the place of what was typed of the name', () => {
    const typed = { at: 4, query: 'li' }
    expect(withMention('Ask @li now', typed, 7, 'Li Wei')).toEqual({ text: 'Ask @Li Wei now', caret: 12 })
  })

  it('names somebody only with the whole name', () => {
    expect(placesOf('@Li, @Li Wei and @Lin', 'Li')).toEqual([0, 5])
    expect(mentionsName('@Lin', 'Li')).toBe(false)
    expect(mentionsName('请@王芳看一下', '王芳')).toBe(true)
  })
})
