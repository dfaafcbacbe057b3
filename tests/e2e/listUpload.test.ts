import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openBrowser, type TestBrowser } from '../harness/browser/browser.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { everyNth, sampleOf } from '../harness/sampling.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { picture } from '../harness/uploads.ts'

describe('files taken into their list', () => {
  let server: TestServer
  let browser: TestBrowser
  let page: Page

  beforeAll(async () => {
    server = await startTestServer({ database: 'seed' })
    browser = await openBrowser()
    page = await browser.page({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    page.setDefaultTimeout(20_000)
    await page.addInitScript(
      (text) => localStorage.setItem('storeConfig_v2', text),
      JSON.stringify({ lang: 'en', isDark: false }),
    )
    await page.goto(`${server.url}/admin/login`)
    await page.locator('input[name="username"]').fill('admin')
    await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/(?!login|loading)/)
    await page.goto(`${server.url}/admin/routine/attachment`)
    await page.getByRole('button', { name: 'Upload', exact: true }).waitFor()
    // The dialog's code comes before it is asked for: a browser opens its picker only within a few seconds of the press.
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/UploadDialog-')))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const dialog = () => page.getByRole('dialog')
  const state = () => dialog().getByRole('status').first().textContent()
  const row = (name: string) => page.locator('tbody tr:visible', { hasText: name })
  const stored = (name: string) => server.query('select topic from attachment where name = $1', [name])
  const shot = async (name: string) => {
    if (process.env.KONTOR_SHOTS) await page.screenshot({ path: `${process.env.KONTOR_SHOTS}/${name}.png` })
  }
  /** Files given to the page as a person would, by dropping or pasting them. */
  const give = async (type: 'drop' | 'paste', name: string, content: Buffer) =>
    page.evaluate(
      ([how, file, bytes]) => {
        const given = new DataTransfer()
        given.items.add(new File([new Uint8Array(bytes)], file, { type: 'image/png' }))
        const target = document.querySelector('.s-list') ?? document.body
        const init = { bubbles: true, cancelable: true }
        if (how === 'paste') return void target.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: given }))
        target.dispatchEvent(new DragEvent('dragover', { ...init, dataTransfer: given }))
        const told = document.querySelector('.s-drop-over') !== null
        target.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: given }))
        return told
      },
      [type, name, [...content]] as const,
    )

  it('opens the picker, takes many, tells of each how it went, and reads the list again', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    const chooser = await choosing
    expect(chooser.isMultiple()).toBe(true)
    await chooser.setFiles([
      { name: 'one.png', mimeType: 'image/png', buffer: await picture(31) },
      { name: 'two.png', mimeType: 'image/png', buffer: await picture(32) },
      { name: 'evil.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    ])
    await expect.poll(state).toBe('2 of 4 uploaded · 2 failed')
    await dialog().getByText('The type of uploaded file is not allowed!').first().waitFor()
    await shot('list-upload')
    expect(await axeFaults(page)).toEqual([])
    expect(await stored('one.png')).toEqual([{ topic: 'library' }])
    await dialog().getByRole('button', { name: 'Dismiss evil.exe' }).click()
    await expect.poll(state).toBe('2 of 3 uploaded · 1 failed')
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await row('one.png').waitFor()
    await row('two.png').waitFor()
    browser.expectNoProblems()
  })

  it('asks for another press where the browser opens no picker any more', async () => {
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'userActivation', { value: { isActive: false }, configurable: true }),
    )
    await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
    const again = dialog().getByRole('button', { name: 'Upload', exact: true })
    await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true)
    const choosing = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await choosing).setFiles([{ name: 'late.png', mimeType: 'image/png', buffer: await picture(36) }])
    await expect.poll(state).toBe('1 of 1 uploaded')
    await page.keyboard.press('Escape')
    await row('late.png').waitFor()
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'userActivation'))
    browser.expectNoProblems()
  })

  it.each(sampleOf('ways to give files to a list', ['drop', 'paste'] as const, everyNth(2)))(
    'takes what is given to the list itself: %s',
    async (how) => {
      const name = `${how}ped.png`
      const content = await picture(how === 'drop' ? 33 : 34)
      // The part that listens is loaded with the screen; until it has come nothing is heard.
      await expect
        .poll(async () => {
          if ((await dialog().count()) === 0) await give(how, name, content)
          return dialog().count()
        })
        .toBe(1)
      await expect.poll(state).toBe('1 of 1 uploaded')
      await page.keyboard.press('Escape')
      await row(name).waitFor()
      browser.expectNoProblems()
    },
  )

  it('can be cancelled while it is on its way', async () => {
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/routine.Attachment/upload*', async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await (await choosing).setFiles([{ name: 'slow.png', mimeType: 'image/png', buffer: await picture(35) }])
    const given = page.waitForEvent('requestfailed')
    await dialog().getByRole('button', { name: 'Cancel slow.png' }).click()
    await given // only then has the browser let go of it
    await expect.poll(() => dialog().getByText('slow.png').count()).toBe(0)
    release()
    await page.unroute('**/routine.Attachment/upload*')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await stored('slow.png')).toEqual([])
  })
})
