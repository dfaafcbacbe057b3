import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type ViteDevServer } from 'vite'
import { startCluster } from '../server/db/postgres/cluster.ts'
import { readSettings, type Settings } from '../server/settings.ts'
import { onShutdown } from '../server/signals.ts'

/** What the server reads: a change restarts it. */
const serverSources = ['server', 'codegen', 'src/schemas']
const settle = 80 // an editor or a checkout writes several files at once

/** Calls and files of the server. A person who opens such a path in the browser gets the front end, as from the server itself. */
const calls = '^/(admin|api|storage|healthz|readyz)(/|$)|^/[^/]+\\.php(/|$)'

const log = (line: string) => process.stdout.write(`[dev] ${line}\n`)

/**
 * Development: Vite serves the front end on PORT with hot reload (of pages and words too) and hands calls on to the server on the port
 * after it, which is restarted when its sources change. The database keeps running in this process.
 */
async function dev(settings: Settings): Promise<void> {
  const cluster = settings.databaseUrl ? undefined : await startCluster({ dir: join(settings.dataDir, 'postgres'), log })
  await cluster?.ensureDatabase('kontor')
  const address = `http://${settings.host}:${settings.port}`
  const backend = { host: '127.0.0.1', port: settings.port + 1 }
  const server = backendProcess(`http://${backend.host}:${backend.port}`, {
    ...process.env,
    DATABASE_URL: settings.databaseUrl ?? cluster?.url('kontor'),
    HOST: backend.host,
    PORT: String(backend.port),
    KONTOR_HOSTS: [...settings.hosts, `${settings.host}:${settings.port}`, `localhost:${settings.port}`].join(','),
  })
  const front = await startVite(settings, server)
  cluster?.announce(address)
  onShutdown({
    drain: async () => {
      await Promise.all([front.close(), server.stop()])
    },
    stop: async () => cluster?.stop(),
    log,
    patience: 10_000,
  })
  await server.restart()
  watchSources(server.restart)
  log(`${address}${settings.entrance} reloads itself when code, pages or words change`)
}

/** Calls that come while the server restarts wait for it, so that a reload of the page at the same moment finds it. */
async function startVite({ host, port }: Settings, backend: Backend): Promise<ViteDevServer> {
  const toServer = {
    target: backend.url,
    bypass: async (request: IncomingMessage) => {
      if (request.method === 'GET' && request.headers.accept?.includes('text/html') && !request.headers.server)
        return '/index.html'
      await backend.ready()
      return undefined
    },
  }
  const vite = await createServer({
    server: { host, port, strictPort: true, proxy: { [calls]: toServer, '/wss': { target: backend.url, ws: true } } },
  })
  return await vite.listen()
}

type Backend = { url: string; restart(): Promise<void>; stop(): Promise<void>; ready(): Promise<void> }

/** The server as a child process that can be started again and again. */
function backendProcess(url: string, env: NodeJS.ProcessEnv): Backend {
  let child: ChildProcess | undefined
  let readiness = Promise.resolve()
  const start = () => {
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
      env,
      stdio: 'inherit',
    })
    child = started
    started.once('exit', (code) => {
      if (code && child === started) log(`the server ended with code ${code}; it starts again after the next change`)
    })
    return started
  }
  const stop = async () => {
    const ending = child
    child = undefined
    if (!ending || hasEnded(ending)) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill('SIGTERM')
    await ended
  }
  return {
    url,
    stop,
    restart: () => {
      readiness = stop().then(() => {
        const started = start()
        return untilReady(url, () => hasEnded(started))
      })
      return readiness
    },
    ready: () => readiness,
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Waits until the server answers that it is ready, has ended, or ten seconds have gone by. */
async function untilReady(url: string, ended: () => boolean): Promise<void> {
  for (let waited = 0; waited < 10_000 && !ended(); waited += 50) {
    const ok = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await sleep(50)
  }
}

/** Calls `changed` after the last of some changes, never twice at a time. */
function watchSources(changed: () => Promise<void>): void {
  let pending: NodeJS.Timeout | undefined
  let busy = Promise.resolve()
  for (const dir of serverSources) {
    watch(dir, { recursive: true }, (_event, name) => {
      if (!name || !/\.(ts|json)$/.test(name)) return
      clearTimeout(pending)
      pending = setTimeout(() => {
        busy = busy.then(changed).catch((error: unknown) => void log(String(error)))
      }, settle)
    })
  }
}

try {
  await dev(readSettings(process.env))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
