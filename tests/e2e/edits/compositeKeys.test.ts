import { afterAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../../codegen/own/made.ts'
import { openSite } from '../../harness/browser/site.ts'
import { schemasIn } from '../../harness/schemas.ts'

const made = await makeDatabase('archive')
const { server, enter } = await openSite({ on: made.database, schemaDir: schemasIn(made.dir) })
afterAll(() => made.close())

const shelves = async () => (await made.client.query('select building, shelf, metres from shelves')).rows

describe('a table of another system whose rows are named by two columns', () => {
  test('is worked on like any other: add, edit, delete', async () => {
    const page = await enter({ lang: 'en' })
    await page.goto(`${server.url}/admin/shelves`)
    const row = (text: string) => page.locator('tr[data-id]:visible').filter({ hasText: text })
    await row('一号 架').waitFor()

    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Building').fill('Annex "B", 2')
    await form.getByRole('textbox', { name: 'Shelf' }).fill('北 1~2')
    await form.getByLabel('Metres').fill('7')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await row('北 1~2').waitFor()
    expect(await shelves()).toContainEqual({ building: 'Annex "B", 2', shelf: '北 1~2', metres: '7.00' })

    await row('北 1~2').getByRole('button', { name: 'Edit' }).click()
    expect(await form.getByLabel('Building').isDisabled()).toBe(true)
    await form.getByLabel('Metres').fill('8.5')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await row('北 1~2').filter({ hasText: '8.5' }).waitFor()
    expect(await shelves()).toContainEqual({ building: 'Annex "B", 2', shelf: '北 1~2', metres: '8.50' })

    await row('北 1~2').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => row('北 1~2').count()).toBe(0)
    expect((await shelves()).map(({ shelf }) => shelf)).not.toContain('北 1~2')
    await page.context().close()
  })
})
