import { type ChildProcess, spawn } from 'node:child_process'
import type { IncomingMessage } from 'node:http'
import { createServer as createSocket } from 'node:net'
import { join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { type Cluster, startCluster } from '../server/core/db/postgres/cluster.ts'
import type { Settings } from '../server/core/environment/settingRow.ts'
import { defaultEntrance } from '../server/core/http/address.ts'
import { readSettings } from '../server/core/settings.ts'
import { onShutdown } from '../server/main/signals.ts'

/** What the server reads: a change restarts it. */
const serverSources = ['server', 'modules', 'codegen', 'src/schemas']
const settle = 80 // an editor or a checkout writes several files at once

/** Calls and files of the server. A person who opens such a path in the browser gets the front end, as from the server itself. */
const calls = '^/(admin|api|pages|storage|healthz|readyz)(/|$)|^/[^/]+\\.php(/|$)'

const log = (line: string) => process.stdout.write(`[dev] ${line}\n`)

/**
 * Development: Vite serves the front end on PORT with hot reload (of pages and words too) and hands calls on to the server on a port of
 * its own, which is restarted when its sources change. The database keeps running in this process.
 */
async function dev(given: Settings): Promise<void> {
  const settings = { ...given, port: given.port || (await freePort(given.host)) }
  const cluster = settings.databaseUrl ? undefined : await startCluster({ dir: join(settings.dataDir, 'postgres'), log })
  try {
    await serve(settings, cluster)
  } catch (error) {
    await cluster?.stop()
    throw error
  }
}

async function serve(settings: Settings, cluster: Cluster | undefined): Promise<void> {
  await cluster?.ensureDatabase('kontor')
  const address = `http://${settings.host}:${settings.port}`
  const backend = { host: '127.0.0.1', port: await backendPort(settings) }
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
    timeout: 10_000,
  })
  await server.restart()
  log(`open ${address}${settings.entrance ?? defaultEntrance}: it follows code, pages and words as they change`)
}

/** The port of the server behind Vite: the first free one after PORT that is not the live feed's. */
async function backendPort({ port, feedPort }: Settings): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + 20, 65_535); next++)
    if (next !== feedPort && (await freePort('127.0.0.1', next))) return next
  return freePort('127.0.0.1')
}

/** The port if nobody listens there, else 0; without a port any free one. */
function freePort(host: string, port = 0): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket()
    socket.once('error', () => resolve(0))
    socket.listen(port, host, () => {
      const address = socket.address()
      socket.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Calls that come while the server restarts wait for it, so that a reload of the page at the same moment finds it. */
async function startVite(
  { host, port, dataDir, entrance = defaultEntrance }: Settings,
  backend: Backend,
): Promise<ViteDevServer> {
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
    plugins: [restarting(backend.restart), atEntrance(entrance)],
    server: {
      host,
      port,
      strictPort: true,
      proxy: { [calls]: toServer, '^/docs(/|$)': backend.url, '/wss': { target: backend.url, ws: true } },
      watch: { ignored: [`${dataDir}/**`, '**/dist/**'] },
    },
  })
  return await vite.listen()
}

/** Tells pages where the back office is, as the server does. Vite knows KONTOR_ENTRANCE alone, not what the site is set to. */
function atEntrance(entrance: string): Plugin {
  const place = /(<meta name="kontor-entrance" content=")[^"]*/
  return { name: 'kontor-entrance', transformIndexHtml: (html) => html.replace(place, `$1${entrance}`) }
}

interface Backend {
  url: string
  /** Never two servers at a time. One that is still starting is given up for the next: its sources are old. */
  restart(): Promise<void>
  stop(): Promise<void>
  /** Waits for the last restart that was asked for. */
  ready(): Promise<void>
}

/** The server as a child process that can be started again and again. */
function backendProcess(url: string, env: NodeJS.ProcessEnv): Backend {
  let child: ChildProcess | undefined
  let readiness = Promise.resolve()
  let rounds = 0
  const start = () => {
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main/main.ts', '--behind'], {
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
    stop: () => {
      rounds += 1 // a restart that waits for this server to end starts none
      return stop()
    },
    restart: () => {
      const round = ++rounds
      readiness = readiness.then(stop, stop).then(() => {
        if (round !== rounds) return
        const started = start()
        return untilReady(url, () => hasEnded(started) || round !== rounds)
      })
      return readiness
    },
    ready: async () => {
      for (let awaited: typeof readiness | undefined; awaited !== readiness; ) {
        awaited = readiness
        await awaited
      }
    },
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Waits until the server answers that it is ready, is wanted no more, or a minute has gone by. */
async function untilReady(url: string, isOver: () => boolean): Promise<void> {
  for (let waited = 0; waited < 60_000 && !isOver(); waited += 50) {
    const ok = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await sleep(50)
  }
}

/**
 * Restarts the server after the last of some changes. Vite's own watcher says what changed: it goes by names, so that a file that an editor
 * or git put in the place of another is followed as well.
 */
function restarting(restart: () => Promise<void>): Plugin {
  let pending: NodeJS.Timeout | undefined
  const changed = () => {
    clearTimeout(pending)
    pending = setTimeout(() => void restart().catch((error: unknown) => log(String(error))), settle)
  }
  return {
    name: 'kontor-restart',
    // Called again when Vite starts itself again, with a new watcher.
    configureServer({ watcher, config }) {
      watcher.on('all', (_event, path) => {
        const name = relative(config.root, path).split(sep).join('/')
        if (/\.(ts|json)$/.test(name) && serverSources.some((dir) => name.startsWith(`${dir}/`))) changed()
      })
    },
  }
}

try {
  await dev(readSettings(process.env))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
