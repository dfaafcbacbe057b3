import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { OWNER_PASSWORD } from './database.ts'

const root = join(import.meta.dirname, '../..')
const serverFlags = JSON.parse(readFileSync(join(root, 'scripts/serverFlags.json'), 'utf8')) as string[]

export type ServerProcess = {
  child: ChildProcess
  /** `http://127.0.0.1:<port>` */
  url: string
  /** Milliseconds from the start of the process to the line that says it is ready. */
  readyAfter: number
  /** All it has printed so far. */
  output(): string
  /** Settles with the exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>
}

/** Starts a server with a workspace on a prepared database of the run (`freshDatabase`), in a process of its own: for code that Node itself loads. */
export function startOnRun(dataDir: string, env: Record<string, string>): Promise<ServerProcess> {
  return startProcess(dataDir, env, 'tests/harness/run/server.ts')
}

/**
 * Starts `server/main/main.ts` as `npm start` does, in a process of its own, on free ports and with its embedded database in `dataDir`, and
 * waits until it is ready. The owner's password is the harness's. Throws with its output when it ends before that. `file` is started in its
 * place, and is one of `checkout`.
 */
export async function startProcess(
  dataDir: string,
  env: Record<string, string> = {},
  file = 'server/main/main.ts',
  checkout = root,
): Promise<ServerProcess> {
  const begun = performance.now()
  const { child, ended, output, address } = launchProcess(dataDir, env, file, checkout)
  const failed = ended.then((how) => {
    throw new Error(`the server ended (${how}) before it was ready:\n${output()}`)
  })
  const url = await Promise.race([address, failed])
  failed.catch(() => {}) // from now on the caller watches how it ends
  return { child, url, readyAfter: Math.round(performance.now() - begun), output, ended }
}

/** The same without waiting: `address` settles once it is ready. */
export function launchProcess(
  dataDir: string,
  env: Record<string, string>,
  file = 'server/main/main.ts',
  checkout = root,
): Pick<ServerProcess, 'child' | 'output' | 'ended'> & { address: Promise<string> } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...serverFlags, join(checkout, file)], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/compiled'), // as scripts/bootstrap.mjs does
      HOST: '127.0.0.1',
      PORT: '0',
      FEED_PORT: '0',
      KONTOR_DATA: dataDir,
      KONTOR_ADMIN_PASSWORD: OWNER_PASSWORD,
      ...env,
    },
  })
  let output = ''
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const address = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        const found = /is ready at (http:\/\/[^/\s]+)/.exec(line)?.[1]
        if (found) resolve(found)
      })
    }
  })
  return { child, output: () => output, ended, address }
}
