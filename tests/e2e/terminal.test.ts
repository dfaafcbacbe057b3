import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults } from '../harness/browser/axe.ts'
import { openSite, shot, soon } from '../harness/browser/site.ts'
import { OWNER_PASSWORD } from '../harness/database.ts'

const { server, enter, enterHome } = await openSite({ settings: { terminal: true } })
/** The owner's page, for all tests that need no other. */
const shared = await enter({ lang: 'en' })

/** The page at its first screen, with nothing in the terminal. */
async function freshHome(): Promise<Page> {
  await shared.goto(`${server.url}/healthz`)
  await shared.evaluate(() => localStorage.removeItem('storeTerminal'))
  await shared.goto(`${server.url}/admin`)
  await shared.waitForURL(/\/admin\/(?!login|loading)/)
  return shared
}

async function openTerminal(page: Page) {
  await page.getByRole('button', { name: 'Display' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Terminal' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Terminal' })
  await dialog.waitFor()
  return dialog
}

const stored = (page: Page) => page.evaluate(() => localStorage.getItem('storeTerminal') ?? '')

test('by keyboard commands are queued, each begins with the password, and the output is read as it comes', async () => {
  const page = await freshHome()
  const dialog = await openTerminal(page)
  const add = dialog.getByRole('button', { name: 'Add' })
  const tasks = dialog.getByRole('list', { name: 'Commands' }).getByRole('listitem')
  await add.press('Enter')
  await add.press('Enter')
  await soon(() => tasks.allInnerTexts()).toHaveLength(2)
  const password = dialog.getByLabel('Your password to run')
  await password.fill('Wrong-one-1')
  await password.press('Enter')
  await page.getByText('The password is incorrect').first().waitFor()
  await soon(() => password.inputValue()).toBe('')
  await soon(() => tasks.first().innerText()).toContain('Waiting')
  await password.fill(OWNER_PASSWORD)
  await password.press('Enter')
  await soon(() => tasks.first().innerText()).toContain('Done')
  // The second one waits for the password of its own.
  expect(await tasks.last().innerText()).toContain('Waiting')
  const output = await dialog.getByRole('log', { name: 'Output' }).innerText()
  expect(output).toContain('> health')
  expect(output).toContain('PostgreSQL')
  expect(output).toContain('exitCode: 0')
  expect(await axeFaults(page)).toEqual([])
  await shot(page, 'terminal')
  await password.fill(OWNER_PASSWORD)
  await password.press('Enter')
  await soon(() => tasks.last().innerText()).toContain('Done')
  expect(await stored(page)).not.toContain(OWNER_PASSWORD)
  expect(await stored(page)).not.toContain('PostgreSQL')
  await dialog.getByRole('button', { name: 'Clear completed' }).press('Enter')
  await dialog.getByText('No commands yet').waitFor()
  await page.keyboard.press('Escape')
  await soon(() => dialog.count()).toBe(0)
})

test('a failed command stops the queue until it is run again, passed over or removed', async () => {
  const page = await enterHome({ lang: 'en', allow: [/.*/] })
  // The stream of a run breaks off, as behind a proxy that fails.
  let broken = true
  await page.route('**/admin/ajax/terminal?**', (route) => (broken ? route.abort() : route.continue()))
  const dialog = await openTerminal(page)
  const tasks = dialog.getByRole('list', { name: 'Commands' }).getByRole('listitem')
  const password = dialog.getByLabel('Your password to run')
  const run = async () => {
    await password.fill(OWNER_PASSWORD)
    await password.press('Enter')
  }
  for (let i = 0; i < 2; i++) await dialog.getByRole('button', { name: 'Add' }).press('Enter')
  await run()
  await dialog.getByText('A command did not succeed, so the next ones wait.').waitFor()
  expect(await password.count()).toBe(0)
  await shot(page, 'terminal-failed')
  // Passed over: the second one asks for the password.
  await tasks
    .first()
    .getByRole('button', { name: /^Continue without/ })
    .press('Enter')
  broken = false
  await run()
  await soon(() => tasks.last().innerText()).toContain('Done')
  await tasks
    .first()
    .getByRole('button', { name: /^Run again/ })
    .press('Enter')
  await run()
  await soon(() => tasks.allInnerTexts()).toEqual([expect.stringContaining('Done'), expect.stringContaining('Done')])
})

test('after a reload the queue is there; what was running is unknown, and while another run goes on a command waits', async () => {
  const page = await enterHome({ lang: 'en', allow: [/.*/] })
  const other = await freshHome() // before anything runs: a run that waits for a table is given up soon
  const holder = new Client({ connectionString: server.databaseUrl })
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE captcha IN ACCESS EXCLUSIVE MODE') // sessions.sweep waits for it
  try {
    let dialog = await openTerminal(page)
    const tasks = () => dialog.getByRole('list', { name: 'Commands' }).getByRole('listitem')
    const password = () => dialog.getByLabel('Your password to run')
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: /sessions\.sweep/ }).click()
    await dialog.getByRole('button', { name: 'Add' }).press('Enter')
    await password().fill(OWNER_PASSWORD)
    await password().press('Enter')
    await soon(() => tasks().first().innerText()).toContain('Running')
    const second = await openTerminal(other)
    await second.getByRole('list', { name: 'Commands' }).waitFor({ state: 'detached' })
    await second.getByRole('button', { name: 'Add' }).press('Enter')
    await second.getByLabel('Your password to run').fill(OWNER_PASSWORD)
    await second.getByLabel('Your password to run').press('Enter')
    await other.getByText('A command is already running').first().waitFor()
    await soon(() => second.getByRole('listitem').first().innerText()).toContain('Waiting')
    await page.reload()
    dialog = await openTerminal(page)
    await soon(() => tasks().first().innerText()).toContain('Unknown')
  } finally {
    await holder.query('ROLLBACK')
    await holder.end()
  }
})

test('what is stored may be anything: the terminal opens, and knows what it can read', async () => {
  const page = await freshHome()
  for (const text of ['{', '[]', 'null', '{"taskList":[{"uuid":1},{"uuid":"a","command":"ls","status":0},null]}']) {
    await page.evaluate((value) => localStorage.setItem('storeTerminal', value), text)
    const dialog = await openTerminal(page)
    await dialog.getByText('No commands yet').waitFor()
    await page.keyboard.press('Escape')
    await soon(() => dialog.count()).toBe(0)
  }
})

test('the settings are kept: the package manager by the server, the rest by the browser', async () => {
  const page = await freshHome()
  let dialog = await openTerminal(page)
  await dialog.getByRole('button', { name: 'Settings' }).press('Enter')
  await dialog.getByRole('combobox', { name: 'Package manager' }).click()
  await page.getByRole('option', { name: 'pnpm', exact: true }).click()
  await soon(() => server.query("select value from config where name = 'terminal_manager'")).toEqual([{ value: 'pnpm' }])
  await dialog.getByRole('checkbox', { name: 'Remove commands that succeed' }).press('Space')
  await page.reload()
  dialog = await openTerminal(page)
  await dialog.getByRole('button', { name: 'Settings' }).press('Enter')
  await soon(() => dialog.getByRole('combobox', { name: 'Package manager' }).innerText()).toContain('pnpm')
  await dialog.getByRole('button', { name: 'Add' }).press('Enter')
  await dialog.getByLabel('Your password to run').fill(OWNER_PASSWORD)
  await dialog.getByLabel('Your password to run').press('Enter')
  await dialog.getByRole('log', { name: 'Output' }).getByText('exitCode: 0').waitFor()
  await dialog.getByText('No commands yet').waitFor()
})
