// For the tests of a workspace: a server of its own, on free ports and an empty database, and a client that speaks to it.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('kontor.mjs', import.meta.url))
const password = 'Test-owner-1'

/**
 * Starts Kontor with the screens of a folder (default: where the test runs) and waits until it is ready. Throws with what it printed when it
 * ends before. `signIn` gives a client of the owner; `close` stops the server and deletes its database. With `KONTOR_TEST_URL` (and
 * `KONTOR_TEST_PASSWORD`, that of `admin`) nothing is started or deleted: the tests run against that server, and their rows stay in it.
 *
 * @param {{ workspace?: string, env?: Record<string, string> }} [options]
 */
export async function startKontor({ workspace = process.cwd(), env = {} } = {}) {
  const { KONTOR_TEST_URL: running, KONTOR_TEST_PASSWORD: ownersPassword } = process.env
  if (running) return { url: running, signIn: () => signIn(running, ownersPassword), close: async () => {} }
  const data = await mkdtemp(join(tmpdir(), 'kontor-test-'))
  const child = spawn(process.execPath, [command, 'start'], {
    cwd: workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      FEED_PORT: '0',
      DATABASE_URL: '',
      KONTOR_DATA: data,
      KONTOR_DEMO: '0',
      KONTOR_ADMIN_PASSWORD: password,
      KONTOR_WORKSPACE: workspace,
      ...env,
    },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const close = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(data, { recursive: true, force: true })
  }
  try {
    const url = await readyAt(child, ended)
    return { url, signIn: () => signIn(url, password), close }
  } catch (error) {
    await close()
    throw error
  }
}

function readyAt(child, ended) {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        const url = /is ready at (http:\/\/[^/\s]+)/.exec(line)?.[1]
        if (url) resolve(url)
      })
    ended.then((code) => reject(new Error(`Kontor ended (${code}) before it was ready:\n${output}`)))
  })
}

async function signIn(url, password) {
  const { userInfo } = await call(url, 'POST', '/admin/Index/login', { username: 'admin', password, keep: false })
  const as = (method) => (path, body) => call(url, method, path, body, userInfo.token)
  return { get: as('GET'), post: as('POST') }
}

/** Gives the data of an answer; throws with the server's message where it refuses. */
async function call(url, method, path, body, token) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      accept: 'application/json',
      server: 'true',
      'think-lang': 'en',
      'x-kontor-strict': '1',
      ...(body === undefined ? {} : { 'content-type': 'application/json', origin: url }),
      ...(token === undefined ? {} : { batoken: token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { code, msg, data } = await answer.json()
  if (code !== 1) throw new Error(`${method} ${path}: ${msg}`)
  return data
}
