import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const starter = `import(${JSON.stringify(join(root, 'scripts/bootstrap.mjs'))}).then(({ run }) => run('tests/harness/run/slowEnd.ts'))`

/** Runs a slow server as npm does, behind a shell, and tells npm's part of it to end; gives what the server said. */
async function ended(tell: (shell: number) => void): Promise<string[]> {
  const shell = spawn('sh', ['-c', '"$0" -e "$1"; exit', process.execPath, starter], {
    cwd: root,
    detached: true, // a process group of its own, as in a terminal
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said: string[] = []
  for await (const chunk of shell.stdout.setEncoding('utf8')) {
    said.push(...String(chunk).trim().split('\n'))
    if (said.length === 1 && said[0] === 'ready') tell(shell.pid as number)
  }
  return said
}

const inOrder = ['ready', expect.stringMatching(/^SIGTERM: finishing requests/), 'stopped']

test('a server whose npm is ended finishes its requests, however long they take', async () => {
  expect(await ended((shell) => process.kill(shell, 'SIGTERM'))).toEqual(inOrder)
}, 30_000)

test('a server that is ended together with its npm finishes them too', async () => {
  expect(await ended((shell) => process.kill(-shell, 'SIGTERM'))).toEqual(inOrder)
}, 30_000)
