import { expect, it } from 'vitest'
import { axeFaults, wcagTags } from './axe.ts'
import { openSite } from './site.ts'

const { server, open } = await openSite()

it('finds what is wrong in a page, and only with the rules that are asked for', async () => {
  const page = await open()
  await page.goto(`${server.url}/admin/login`)
  await page.locator('button[type="submit"]').waitFor()
  expect(await axeFaults(page, wcagTags)).toEqual([])
  await page.evaluate(() => {
    const button = Object.assign(document.createElement('button'), { id: 'unnamed' })
    const text = Object.assign(document.createElement('p'), { id: 'pale', textContent: 'hardly to be read' })
    Object.assign(text.style, { color: '#ccc', background: '#fff' })
    document.body.append(button, text)
  })
  expect(await axeFaults(page, wcagTags)).toEqual(expect.arrayContaining(['button-name: #unnamed', 'color-contrast: #pale']))
  expect(await axeFaults(page, { type: 'rule', values: ['button-name'] })).toEqual(['button-name: #unnamed'])
})
