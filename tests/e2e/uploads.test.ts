import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '../harness/browser/browser.ts'
import { buildVariant, type Variant } from '../harness/browser/variant.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { longTest } from '../harness/longTest.ts'
import { everyNth, sampleOf } from '../harness/sampling.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { picture } from '../harness/uploads.ts'

type Fields = Record<string, Record<string, unknown>>

/** Where pictures of the steps are kept, for whoever wants to look at them. */
const shots = process.env.KONTOR_SHOTS

/** Goods classes with fields for several pictures and files, and with rich text, as well. */
const changes = {
  'modules/shop/pages/shop/goods/classify/page.json': (page: Record<string, unknown>) => {
    Object.assign(page.fields as Fields, {
      pictures: { kind: 'images', max: 4 },
      papers: { kind: 'files', max: 3, accept: '.zip,image/*', maxSize: 20_000 },
      story: { kind: 'richtext' },
    })
    Object.assign(page, {
      form: { fields: ['name', 'image', 'pictures', 'papers', 'story', 'status'] },
      detail: [{ name: 'base', fields: ['name', 'story'] }],
    })
    Object.assign(page.table as object, { row: ['detail', 'edit', 'moveGoods', 'delete'] })
  },
  'modules/shop/pages/shop/goods/classify/en.json': (words: Record<string, unknown>) => {
    Object.assign(words.fields as Fields, {
      pictures: { label: 'Pictures' },
      papers: { label: 'Papers' },
      story: { label: 'Story' },
    })
    Object.assign(words, { detail: { base: 'Class' } })
  },
  'modules/shop/pages/shop/goods/classify/zh-cn.json': (words: Record<string, unknown>) => {
    Object.assign(words.fields as Fields, { pictures: { label: '图片集' }, papers: { label: '附件' }, story: { label: '介绍' } })
    Object.assign(words, { detail: { base: '分类' } })
  },
}

describe('files in a form', () => {
  let variant: Variant
  let server: TestServer
  let browser: TestBrowser
  let page: Page

  beforeAll(async () => {
    variant = await buildVariant(changes)
    server = await startTestServer({ database: 'seed', ...variant })
    browser = await openBrowser()
    page = await browser.page({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    page.setDefaultTimeout(15_000)
    await page.addInitScript(() => {
      if (!localStorage.getItem('storeConfig_v2')) localStorage.setItem('storeConfig_v2', JSON.stringify({ lang: 'en' }))
    })
    await page.goto(`${server.url}/admin/login`)
    await page.locator('input[name="username"]').fill('admin')
    await page.locator('input[name="password"]').fill(OWNER_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/(?!login|loading)/)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
    variant?.remove()
  })
  beforeEach(async () => {
    const isThere = page.url().endsWith('/shop/goods/classify') && (await page.getByRole('dialog').count()) === 0
    if (!isThere) await page.goto(`${server.url}/admin/shop/goods/classify`)
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
    await dialog().getByLabel('Name').first().waitFor()
  })

  const dialog = () => page.getByRole('dialog').first()
  const group = (name: string) => dialog().getByRole('group', { name, exact: true })
  const tiles = (field: Locator) => field.locator('.s-tile')
  const shot = async (name: string) => {
    if (!shots) return
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: join(shots, `${name}.png`) })
  }
  const file = async (name: string, seed: number) => ({ name, mimeType: 'image/png', buffer: await picture(seed) })

  async function choose(field: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) {
    const chooser = page.waitForEvent('filechooser')
    await field.getByRole('button', { name: 'Upload', exact: true }).click()
    await (await chooser).setFiles(files)
  }

  async function drop(field: Locator, name: string, type: string, content: Buffer, event = 'drop') {
    const transfer = await page.evaluateHandle(
      ({ fileName, mime, base64 }) => {
        const data = new DataTransfer()
        data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], fileName, { type: mime }))
        return data
      },
      { fileName: name, mime: type, base64: content.toString('base64') },
    )
    const zone = field.locator('.k-drop')
    if (event === 'drop') {
      await zone.dispatchEvent('dragover', { dataTransfer: transfer })
      await zone.dispatchEvent('drop', { dataTransfer: transfer })
    } else {
      await zone.evaluate((element, data) => {
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      }, transfer)
    }
  }

  const save = () => dialog().getByRole('button', { name: 'Save', exact: true }).click()
  const stored = async () =>
    (
      await server.query<{ image: string; pictures: string[]; papers: string[] }>(
        'select image, pictures, papers from shop_goods_classify order by id desc limit 1',
      )
    )[0]

  it('are chosen, dropped and pasted, put in order with the keyboard, saved, and seen in the list', async () => {
    await dialog().getByLabel('Name').first().fill('Tea')
    await choose(group('Image'), [await file('cover.png', 1)])
    await expect.poll(() => tiles(group('Image')).count()).toBe(1)
    const pictures = group('Pictures')
    await choose(pictures, [await file('a.png', 11), await file('b.png', 12)])
    await expect.poll(() => tiles(pictures).count()).toBe(2)
    await drop(pictures, 'c.png', 'image/png', await picture(13))
    await expect.poll(() => tiles(pictures).count()).toBe(3)
    await drop(pictures, 'd.png', 'image/png', await picture(14), 'paste')
    await expect.poll(() => tiles(pictures).count()).toBe(4)
    await pictures.getByText('4 of 4').waitFor()
    expect(await pictures.getByRole('button', { name: 'Upload', exact: true }).isDisabled()).toBe(true)
    const before = await namesOf(pictures)
    await shot('four')
    const handle = pictures.getByRole('button', { name: /^Move/ }).first()
    await handle.focus()
    await page.keyboard.press('Space')
    await page.getByText('Position 1 of 4', { exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowRight')
    await page.getByText('Position 2 of 4', { exact: true }).waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await expect.poll(() => namesOf(pictures)).toEqual([before[1], before[0], before[2], before[3]])
    await pictures
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click()
    await expect.poll(() => tiles(pictures).count()).toBe(3)
    await pictures.getByRole('button', { name: /^Open/ }).first().click()
    await page.locator('.s-preview').waitFor()
    await shot('preview')
    await page.keyboard.press('Escape')
    await page.locator('.s-preview').waitFor({ state: 'detached' })
    await save()
    await dialog().waitFor({ state: 'detached' })
    const row = await stored()
    expect(row?.image).toMatch(/^\/storage\/default\/\d{8}\/[0-9a-f]{40}\.png$/)
    expect(row?.pictures.map((url) => `Open ${shortName(url)}`)).toEqual([before[1], before[0], before[2]])
    await page.locator(`tbody img[src="${row?.image}"]`).waitFor()
    await shot('list')
    browser.expectNoProblems()
  })

  it('that are not allowed, too large, or broken say why, and what is good stays', async () => {
    const papers = group('Papers')
    await drop(papers, 'run.exe', 'application/x-msdownload', Buffer.from('MZ'))
    await papers.getByText('The type of uploaded file is not allowed!').waitFor()
    await drop(papers, 'large.zip', 'application/zip', Buffer.alloc(20_001))
    await papers.getByText('The size of the uploaded file exceeds the allowed range!').waitFor()
    await drop(papers, 'empty.zip', 'application/zip', Buffer.alloc(0))
    await papers.getByText('The data of the uploaded file is incomplete!').waitFor()
    await drop(papers, 'false.png', 'image/png', Buffer.from('<script>alert(1)</script>'))
    await expect.poll(() => papers.getByText('The type of uploaded file is not allowed!').count()).toBe(2)
    await drop(papers, 'good.png', 'image/png', await picture(21))
    await expect.poll(() => tiles(papers).count()).toBe(1)
    await shot('faults')
    for (const name of ['run.exe', 'large.zip', 'empty.zip', 'false.png'])
      await papers.getByRole('button', { name: `Dismiss ${name}` }).click()
    await expect.poll(() => papers.locator('.s-upload').count()).toBe(0)
    expect(await tiles(papers).count()).toBe(1)
    browser.expectNoProblems()
  })

  longTest('the picture in rich text holds it back in this file; listUpload.test cancels one')(
    'that are under way hold the form back, and can be cancelled',
    async () => {
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/ajax/upload', async (route) => {
        await held
        await route.continue().catch(() => undefined) // the page has given it up meanwhile
      })
      await dialog().getByLabel('Name').first().fill('Coffee')
      const image = group('Image')
      await choose(image, [await file('slow.png', 31)])
      await image.getByRole('progressbar', { name: 'Uploading slow.png' }).waitFor()
      await save()
      await dialog().getByText('Files are still uploading').waitFor()
      await shot('waiting')
      await image.getByRole('button', { name: 'Cancel slow.png' }).click()
      await expect.poll(() => image.locator('.s-upload').count()).toBe(0)
      release()
      await page.unroute('**/ajax/upload')
      await save()
      await dialog().waitFor({ state: 'detached' })
      expect(await stored()).toMatchObject({ image: '' })
      browser.expectNoProblems()
    },
  )

  it('that are there already can be chosen, no more than fit', async () => {
    await dialog().getByLabel('Name').first().fill('Cups')
    const pictures = group('Pictures')
    await pictures.getByRole('button', { name: 'Choose existing' }).click()
    const picker = page.getByRole('dialog', { name: 'Choose from uploaded files' })
    await picker.getByText('You can choose 4 more').waitFor()
    const choices = picker.locator('.s-choice')
    await choices.first().waitFor()
    const there = await choices.count()
    expect(there).toBeGreaterThanOrEqual(5)
    for (let i = 0; i < 4; i++) await choices.nth(i).click()
    await picker.getByText('You can choose 0 more').waitFor()
    expect(await choices.nth(4).isDisabled()).toBe(true)
    await shot('picker')
    await choices.nth(0).click()
    await picker.getByRole('searchbox').fill('cover')
    await expect.poll(() => choices.count()).toBe(1)
    await picker.getByRole('button', { name: 'Choose 3' }).click()
    await expect.poll(() => tiles(pictures).count()).toBe(3)
    await save()
    await dialog().waitFor({ state: 'detached' })
    expect((await stored())?.pictures).toHaveLength(3)
    browser.expectNoProblems()
  })

  longTest('put in order with the keyboard in the first test')('are uploaded and saved with the keyboard alone', async () => {
    await dialog().getByLabel('Name').first().fill('Keys')
    const button = group('Image').getByRole('button', { name: 'Upload', exact: true })
    const chooser = page.waitForEvent('filechooser')
    await button.press('Enter')
    await (await chooser).setFiles([await file('keys.png', 41)])
    await expect.poll(() => tiles(group('Image')).count()).toBe(1)
    await page.keyboard.press('Control+Enter')
    await dialog().waitFor({ state: 'detached' })
    expect((await stored())?.image).toContain('/storage/')
    browser.expectNoProblems()
  })

  it('stand in rich text where the cursor was, and are read there', async () => {
    await dialog().getByLabel('Name').first().fill('Story')
    const text = dialog().getByRole('textbox', { name: 'Story' })
    await text.click()
    await page.keyboard.type('Before and after')
    for (let i = 0; i < 'after'.length; i++) await page.keyboard.press('ArrowLeft')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/ajax/upload', async (route) => {
      await held
      await route.continue()
    })
    const chooser = page.waitForEvent('filechooser')
    await dialog().getByRole('button', { name: 'Picture', exact: true }).click()
    await (await chooser).setFiles([await file('story.png', 51)])
    await dialog().getByText('Uploading files: 1').waitFor()
    // What is written meanwhile moves its place, and saving waits for it.
    await text.press('Home')
    await page.keyboard.type('Well. ')
    await save()
    await dialog().getByRole('status').filter({ hasText: 'Files are still uploading' }).waitFor()
    expect(await dialog().getByRole('alert').count()).toBe(0)
    await shot('rich-waiting')
    release()
    await dialog().waitFor({ state: 'detached' })
    await page.unroute('**/ajax/upload')
    const [row] = await server.query<{ id: number; story: string }>(
      'select id, story from shop_goods_classify order by id desc limit 1',
    )
    const parts = /^<p>Well\. Before and <img src="(\/storage\/default\/\d{8}\/[0-9a-f]{40}\.png)"[^>]*>after<\/p>$/.exec(
      row?.story ?? '',
    )
    expect(parts, row?.story).not.toBeNull()
    await page.locator(`tr[data-id="${row?.id}"]`).getByRole('button', { name: 'Details' }).click()
    const shown = dialog().locator(`.k-rich-view img[src="${parts?.[1]}"]`)
    await expect.poll(() => shown.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(64)
    await shot('rich-read')
    browser.expectNoProblems()
  })

  it('rich text has tables with a header row, colours, sizes and videos, all by keyboard', async () => {
    await dialog().getByLabel('Name').first().fill('Table')
    const text = dialog().getByRole('textbox', { name: 'Story' })
    const choose = async (tool: string, entry: string) => {
      await dialog().getByRole('button', { name: tool, exact: true }).press('Enter')
      const found = page
        .getByRole('menu', { name: tool })
        .locator('[role^="menuitem"]')
        .getByText(entry, { exact: true })
        .locator('..')
      await found.press('Enter')
      await found.waitFor({ state: 'detached' })
    }
    await text.click()
    await choose('Table', 'Insert table')
    await page.keyboard.type('Size')
    for (const entry of ['Header row', 'Insert row below', 'Insert column after']) await choose('Table', entry)
    await page.keyboard.press('ArrowRight')
    await choose('Table', 'Delete column')
    await page.keyboard.press('ArrowDown')
    await choose('Table', 'Delete row')
    await text.press('Control+End')
    await page.keyboard.type('Sale')
    await page.keyboard.press('Shift+Home')
    await choose('Text colour', 'Red')
    await choose('Background colour', 'Yellow')
    await choose('Font size', 'Large')
    await text.press('Control+End')
    const chooser = page.waitForEvent('filechooser')
    await dialog().getByRole('button', { name: 'Video', exact: true }).press('Enter')
    const film = Buffer.from('000000186674797069736f6d0000020069736f6d6d7034310000000866726565', 'hex')
    await (await chooser).setFiles([{ name: 'film.mp4', mimeType: 'video/mp4', buffer: film }])
    await text.locator('video').waitFor()
    await shot('rich-table')
    await save()
    await dialog().waitFor({ state: 'detached' })
    const [row] = await server.query<{ id: number; story: string }>(
      'select id, story from shop_goods_classify order by id desc limit 1',
    )
    const cells = (name: string) => `<tr>${`<${name}></${name.split(' ')[0]}>`.repeat(3)}</tr>`
    expect(row?.story).toMatch(
      new RegExp(
        `^<table><tbody>${cells('th scope="col"').replace('></', '>Size</')}${cells('td').repeat(2)}</tbody></table>` +
          '<p><span class="ql-color-red ql-bg-yellow ql-size-large">Sale</span></p>' +
          '<video src="/storage/default/\\d{8}/[0-9a-f]{40}\\.mp4" controls="controls" preload="metadata"></video><p></p>$',
      ),
    )
    await page.locator(`tr[data-id="${row?.id}"]`).getByRole('button', { name: 'Details' }).click()
    const shown = dialog().locator('.k-rich-view')
    await shown.locator('video').waitFor()
    expect(await shown.getByRole('columnheader').allTextContents()).toEqual(['Size', '', ''])
    const color = await shown.locator('.ql-color-red').evaluate((word) => getComputedStyle(word).color)
    expect(color).not.toBe(await shown.locator('.ql-editor').evaluate((box) => getComputedStyle(box).color))
    // What was read is edited again without losing anything.
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page
      .locator(`tr[data-id="${row?.id}"]`)
      .getByRole('button', { name: /More|Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await text.press('Control+End')
    await page.keyboard.type('.')
    await save()
    await dialog().waitFor({ state: 'detached' })
    const [again] = await server.query<{ story: string }>('select story from shop_goods_classify where id = $1', [row?.id])
    const known = (story = '') =>
      story.replace(/<p>\.?<\/p>/, '').replace(/class="([^"]*)"/g, (_all, names: string) => names.split(' ').sort().join(' '))
    expect(known(again?.story)).toBe(known(row?.story))
    browser.expectNoProblems()
  })

  longTest('that are not allowed say why, in the field of files')(
    'that rich text refuses say why, and the text stays',
    async () => {
      await dialog().getByLabel('Name').first().fill('False')
      const text = dialog().getByRole('textbox', { name: 'Story' })
      await text.fill('Kept')
      const chooser = page.waitForEvent('filechooser')
      await dialog().getByRole('button', { name: 'Picture', exact: true }).click()
      const fake = { name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') }
      await (await chooser).setFiles([fake])
      await dialog().getByRole('alert').getByText('The type of uploaded file is not allowed!').waitFor()
      expect(await text.locator('img').count()).toBe(0)
      expect(await text.textContent()).toBe('Kept')
      browser.expectNoProblems()
    },
  )

  it('a tool of rich text acts on what is selected when it is pressed', async () => {
    const text = dialog().getByRole('textbox', { name: 'Story' })
    await text.fill('Plain loud')
    /** Selects a part of the loud words and presses the tool before the browser has told of it. */
    const pressBold = (from: number, to: number) =>
      dialog()
        .getByRole('button', { name: 'Bold', exact: true })
        .evaluate(
          (button: HTMLElement, range) => {
            const words = document.createTreeWalker(document.querySelector('.ql-editor') as Node, NodeFilter.SHOW_TEXT)
            for (let word = words.nextNode(); word; word = words.nextNode())
              if (word.textContent?.includes('loud')) getSelection()?.setBaseAndExtent(word, range.from, word, range.to)
            button.focus()
            button.click()
          },
          { from, to },
        )
    await pressBold('Plain '.length, 'Plain loud'.length)
    expect(await text.innerHTML()).toBe('<p>Plain <strong>loud</strong></p>')
    await text.press('Control+Home')
    await pressBold(0, 'loud'.length)
    expect(await text.innerHTML()).toBe('<p>Plain loud</p>')
    browser.expectNoProblems()
  })

  it('may be cropped first: an avatar becomes a square', async () => {
    await page.goto(`${server.url}/admin/auth/admin`)
    await page.locator('tbody tr:visible').first().getByRole('button', { name: 'Edit' }).click()
    const avatar = group('Avatar')
    await avatar.waitFor()
    const wide = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#2a6' } })
      .png()
      .toBuffer()
    await choose(avatar, [{ name: 'me.png', mimeType: 'image/png', buffer: wide }])
    const crop = page.getByRole('dialog', { name: 'Crop picture' })
    await crop.locator('.ReactCrop__crop-selection').waitFor()
    await crop.locator('.ReactCrop__crop-selection').focus()
    await page.keyboard.press('ArrowRight')
    await shot('crop')
    await crop.getByRole('button', { name: 'Use crop' }).click()
    await expect.poll(() => tiles(avatar).count()).toBe(1)
    await shot('avatar')
    await save()
    await dialog().waitFor({ state: 'detached' })
    const [row] = await server.query<{ width: number; height: number }>(
      'select t.width, t.height from attachment t join admin a on a.avatar = t.url where a.id = 1',
    )
    expect(row).toEqual({ width: 200, height: 200 })
    browser.expectNoProblems()
  })

  it.each(sampleOf('files in use', ['cover.png', 'story.png'], everyNth(2)))(
    'stand in the attachments, where one in use is not deleted: %s',
    async (name) => {
      await page.goto(`${server.url}/admin/routine/attachment`)
      const row = page.locator('tbody tr:visible', { hasText: name })
      await row.waitFor()
      if (name === 'cover.png') await shot('attachments')
      if (name === 'cover.png' && shots) await looks()
      await row.getByRole('button', { name: /More|Actions/ }).click()
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /Delete|OK/ })
        .click()
      await page
        .getByText(new RegExp(`"${name}" is used in \\d places?`))
        .first()
        .waitFor()
      browser.expectNoProblems()
    },
  )

  /** The form in the other looks: narrow, dark, in Chinese. */
  async function looks() {
    const other = await browser.page({ viewport: { width: 390, height: 844 }, storageState: await page.context().storageState() })
    await other.addInitScript(() => {
      localStorage.setItem('storeConfig_v2', JSON.stringify({ lang: 'zh-cn', isDark: true }))
    })
    await other.goto(`${server.url}/admin/shop/goods/classify`)
    await other.getByRole('button', { name: '添加', exact: true }).first().click()
    const group = other.getByRole('group', { name: '图片集' })
    await group.getByRole('button', { name: '选择已有文件' }).click()
    const picker = other.getByRole('dialog', { name: '选择已上传的文件' })
    await picker.locator('.s-choice').first().click()
    await picker.locator('.s-choice').nth(1).click()
    await other.screenshot({ path: join(shots ?? '', 'narrow-picker.png') })
    await picker.getByRole('button', { name: '选择 2 个' }).click()
    await group.locator('.s-tile').nth(1).waitFor()
    await other.screenshot({ path: join(shots ?? '', 'narrow.png') })
    await other.context().close()
  }

  async function namesOf(field: Locator): Promise<(string | null)[]> {
    const all = await field.getByRole('button', { name: /^Open/ }).all()
    return Promise.all(all.map((each) => each.getAttribute('aria-label')))
  }
})

function shortName(url: string): string {
  const last = url.split('/').at(-1) ?? ''
  return last.slice(0, 8) + last.slice(last.lastIndexOf('.'))
}
