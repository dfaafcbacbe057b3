import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { soon } from './site.ts'

/** What somebody does who has a keyboard and no mouse. Each of them throws when Tab leads nowhere. */
export interface Keys {
  /** Goes there by Tab alone: to the element itself, or into it. */
  reach(target: Locator): Promise<void>
  /** Goes there and presses Enter. */
  press(target: Locator): Promise<void>
  /** Goes there and enters a text in the place of what stands there. */
  type(target: Locator, text: string): Promise<void>
  /** Opens the choices of a field, types a name and takes the one choice that is left then, and leaves them. */
  choose(field: Locator, text: string): Promise<void>
  /** Saves the form by its shortcut, answers the question that follows by the button of this name, and waits until the form is gone. */
  save(yes?: string): Promise<void>
  /** An action of the first row, out of the menu of its further ones. */
  further(title: string): Promise<void>
}

/** Stops on the way to something on a screen, at most. */
const stops = 150

/** Whether the focus is on or in it. What is drawn anew just then is asked again. */
async function hasFocus(target: Locator): Promise<boolean> {
  const answer = await target.evaluate((element) => (element.isConnected ? element.contains(document.activeElement) : 'gone'))
  return answer === 'gone' ? hasFocus(target) : answer
}

/** The keyboard of a page. */
export function keysOf(page: Page): Keys {
  const { keyboard } = page
  async function reach(target: Locator): Promise<void> {
    const first = target.first()
    await first.waitFor()
    for (let n = 0; n < stops; n++) {
      if (await hasFocus(first)) return
      await keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${target}`)
  }
  async function press(target: Locator): Promise<void> {
    await reach(target)
    await keyboard.press('Enter')
  }
  return {
    reach,
    press,
    async type(target, text) {
      await reach(target)
      await keyboard.press('ControlOrMeta+a')
      await keyboard.type(text)
    },
    async choose(field, text) {
      await reach(field.getByRole('combobox'))
      await keyboard.press('ArrowDown')
      await page.getByRole('option').first().waitFor()
      await keyboard.type(text)
      await soon(() => page.getByRole('option').allInnerTexts()).toEqual([expect.stringContaining(text)])
      await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
      // The choices of several stay open for the next one.
      if ((await page.locator('[role=listbox][aria-multiselectable]').count()) > 0) await keyboard.press('Escape')
      await page.getByRole('option').first().waitFor({ state: 'detached' })
    },
    async save(yes) {
      await keyboard.press('ControlOrMeta+Enter')
      if (yes) await press(page.getByRole('alertdialog').getByRole('button', { name: yes }))
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    async further(title) {
      await press(page.locator('[data-id]').first().getByRole('button', { name: 'More actions' }))
      const item = page.getByRole('menuitem', { name: title, exact: true })
      await item.waitFor()
      for (let n = 0; n < stops && !(await item.evaluate((element) => element === document.activeElement)); n++)
        await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
    },
  }
}
