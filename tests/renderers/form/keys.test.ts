import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openSite } from '../../harness/browser/site.ts'

const { enter, server } = await openSite()

declare global {
  interface Window {
    /** Where React drew something since it was last asked: names of fields, or `outside` of all. */
    drawn: Set<string>
  }
}

it('draws with a key the field it is typed into, and nothing else', async () => {
  const page = await enter({ lang: 'en' })
  await page.addInitScript(watchDrawing)
  await page.goto(`${server.url}/admin/user/user`)
  await page.locator('tr[data-id]').first().waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  const nickname = page.getByRole('dialog').locator('[data-field=nickname] input')
  await nickname.pressSequentially('a') // the first key makes the form one with changes
  expect(await drawnBy(page, () => nickname.pressSequentially('b'))).toEqual(['nickname'])
  await page.getByRole('dialog').locator('[data-field=email] input').focus()
  expect(await drawnBy(page, () => page.keyboard.press('x'))).toEqual(['email'])
  expect(await nickname.inputValue()).toBe('ab')
  await page.context().close()
})

async function drawnBy(page: Page, act: () => Promise<void>): Promise<string[]> {
  const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await frame()
  await page.evaluate(() => window.drawn.clear())
  await act()
  await frame()
  return page.evaluate(() => [...window.drawn].sort())
}

/** Runs in the page before React: notes where components run, by the way that React's developer tools use. */
function watchDrawing(): void {
  interface Fiber {
    tag: number
    flags: number
    child: Fiber | null
    sibling: Fiber | null
    alternate: Fiber | null
    stateNode: unknown
  }
  window.drawn = new Set()
  const components = new Set([0, 1, 11, 14, 15])
  const ran = 1
  const nodeOf = (fiber: Fiber | null): Element | null => {
    if (!fiber) return null
    return fiber.stateNode instanceof Element ? fiber.stateNode : (nodeOf(fiber.child) ?? nodeOf(fiber.sibling))
  }
  const visit = (fiber: Fiber, before: Fiber | null): void => {
    if (components.has(fiber.tag) && (fiber.flags & ran) > 0) {
      const field = nodeOf(fiber.child)?.closest<HTMLElement>('[data-field]')
      window.drawn.add(field?.dataset.field ?? 'outside')
    }
    if (before && fiber.child === before.child) return
    for (let child = fiber.child; child; child = child.sibling) visit(child, child.alternate)
  }
  Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => visit(current, current.alternate),
    onCommitFiberUnmount: () => undefined,
  })
}
