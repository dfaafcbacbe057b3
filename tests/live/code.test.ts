import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { OWNER_PASSWORD } from '../harness/database.ts'
import { startProcess } from '../harness/process.ts'
import { signIn } from '../harness/server.ts'

/** What `kontor init` makes: a screen of tasks whose action "postpone" is code. */
const template = resolve(import.meta.dirname, '../../codegen/init/template')
const dir = mkdtempSync(join(tmpdir(), 'kontor-code-'))
const workspace = join(dir, 'workspace')
cpSync(template, workspace, { recursive: true })
const server = await startProcess(join(dir, 'data'), {
  KONTOR_MODULES: '',
  KONTOR_DEMO: '0',
  KONTOR_WORKSPACE: workspace,
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(dir, { recursive: true, force: true })
})

const owner = await signIn(server.url, 'admin', OWNER_PASSWORD)
const file = join(workspace, 'server/tasks.ts')
const whole = readFileSync(file, 'utf8')
const edit = (from: string, to: string) => {
  expect(whole).toContain(from)
  writeFileSync(file, whole.replace(from, to))
}
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000, interval: 100 })
/** Adds a task of a day, postpones it, and gives the day that it has then. */
async function postponed(due: string | null): Promise<unknown> {
  const added = await owner.post<{ id: number }>('/admin/work.Task/add', { title: 'Order paper', owner_id: 1, due })
  const { id } = added.body.data
  const { body } = await owner.post('/admin/work.Task/postpone', { ids: [id] })
  if (body.code !== 1) return body.msg
  const read = await owner.get<{ row: { due: string } }>(`/admin/work.Task/edit?id=${id}`)
  return read.body.data.row.due
}

describe('code in the workspace of a running server', () => {
  test('does what the page cannot say, and refuses with words of the page', async () => {
    expect(await postponed('2030-01-31')).toBe('2030-02-07')
    expect(await postponed(null)).toBe('This task has no day to count from')
  })

  test('is read again when it is saved, and so is what it imports', async () => {
    const lib = join(workspace, 'server/lib/days.ts')
    mkdirSync(dirname(lib))
    writeFileSync(lib, 'export const days: number = 14\n')
    writeFileSync(file, `import { days } from './lib/days.ts'\n${whole.replace('due + 7', `due + ${'$'}{days}::int`)}`)
    await soon(() => postponed('2030-01-31')).toBe('2030-02-14')
    writeFileSync(lib, 'export const days: number = 1\n')
    await soon(() => postponed('2030-01-31')).toBe('2030-02-01')
    writeFileSync(file, whole)
    await soon(() => postponed('2030-01-31')).toBe('2030-02-07')
  })

  test.each([
    ['that cannot be read', 'async run(', 'async run((', /server\/tasks\.ts.*(?:Expected|Unexpected)/],
    [
      'that breaks where it is loaded',
      'export default',
      'null.x\nexport default',
      /server\/tasks\.ts:4:\d+: Cannot read properties of null/,
    ],
    [
      'of another screen',
      "'work/task'",
      "'work/tsak'",
      /server\/tasks\.ts: the workspace has no screen "work\/tsak"\. Did you mean "work\/task"\?/,
    ],
    ['of a screen that is not its own', "'work/task'", "'auth/admin'", /the workspace has no screen "auth\/admin"/],
    ['of another action', 'postpone: {', 'postpoen: {', /no action with the call "postpoen"\. Did you mean "postpone"\?/],
    [
      'with a member that nothing reads',
      'async run(',
      'async rum(',
      /"work\/task"\.actions\.postpone has no "rum"\. Did you mean "run"\?/,
    ],
    ['that gives nothing', 'export default', 'export const screens =', /server\/tasks\.ts: export what defineScreens/],
    ['without the rule that the page names', 'noDay:', 'noDays:', /no rule noDay in "work\/task\.postpone"/],
  ])('%s is told at its place, and the former code goes on', async (_what, from, to, told) => {
    const before = server.output().length
    edit(from, to)
    await soon(() => server.output().slice(before)).toMatch(told)
    expect(await postponed('2030-01-31')).toBe('2030-02-07')
    writeFileSync(file, whole)
  })
})
