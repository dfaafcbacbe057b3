import { createServer as createHttpServer, type Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Schema } from '../../codegen/load/pages.ts'
import { openDatabase } from '../core/db/connect.ts'
import { Listener } from '../core/db/listen.ts'
import type { Handler } from '../core/handler.ts'
import { frameOrigins } from '../core/http/frames.ts'
import { makeHeaders } from '../core/http/headers.ts'
import { addHealth } from '../core/http/health.ts'
import { type Hosts, makeHosts } from '../core/http/hosts.ts'
import { limits, makeHttp } from '../core/http/http.ts'
import type { Core } from '../core/http/makeContext.ts'
import { buildRegistry, type Registry } from '../core/http/registry.ts'
import { makeSite } from '../core/http/site.ts'
import { notifyChannel, readChannel } from '../core/inbox.ts'
import { jobChannel } from '../core/jobs/queue.ts'
import { type JobKind, type Jobs, type JobsOptions, startJobs } from '../core/jobs/runner.ts'
import { makeOutbox } from '../core/mail/outbox.ts'
import { makeSeal } from '../core/seal.ts'
import type { Services } from '../core/services.ts'
import { accessChannel } from '../core/session/access.ts'
import { readWho } from '../core/session/holders.ts'
import { makeSessions } from '../core/session/sessions.ts'
import type { Settings } from '../core/settings.ts'
import { newsChannel, readWork } from '../modules/dataio/news.ts'
import { sweepVault } from '../modules/dataio/sweep.ts'
import { Feed, type FeedOptions, refuse } from '../modules/feed/feed.ts'
import { noInbox } from '../modules/feed/inbox.ts'
import { FeedTrials, trialChannel, trialNewsChannel } from '../modules/feed/trial.ts'
import { makeStorage } from '../modules/files/storage.ts'
import { sweepFiles } from '../modules/files/sweep.ts'
import { makeVault } from '../modules/files/vault.ts'
import type { ServerModule, Worker } from '../modules/module.ts'
import { makePayments, type Payments } from '../modules/payments/make.ts'
import { makeCourier } from '../modules/sms/courier.ts'
import { composeServices } from './compose.ts'
import { sweep } from './sweep.ts'

export interface AssembleOptions {
  databaseUrl: string
  settings: Settings
  schema: Schema
  /** Modules that are on; absent: none. */
  modules?: readonly ServerModule[]
  handlers: readonly Handler[]
  /** The kinds of long work that this node does, made when the parts they need are there. */
  jobKinds?(core: Core, log: FastifyInstance['log']): Readonly<Record<string, JobKind>>
  /** Work that goes on beside requests as long as the server listens. */
  workers?(core: Core, log: FastifyInstance['log']): readonly Worker[]
  /** Where the built front end is. */
  siteDir: string
  /** Takes one line (JSON) for each warning and error. */
  log: (line: string) => void
  /** Other times of the feed than its own, for tests that do not want to wait. */
  feed?: Pick<FeedOptions, 'heartbeat' | 'bindWithin'>
  /** Other times of the jobs than their own, for tests as well. */
  jobs?: Pick<JobsOptions, 'lease' | 'every'>
}

export interface KontorServer {
  app: FastifyInstance
  schema: Schema
  /** Every address, for tests that go through all of them. */
  registry: Registry
  /** Starts to answer. Gives the address of pages and calls, and the port of the feed. Rejects when a port is taken. */
  listen(): Promise<{ url: string; feedPort: number }>
  /** Lets requests under way end, says goodbye to sockets, and gives every connection back. */
  close(): Promise<void>
}

const sweepEvery = 3_600_000
/** Milliseconds that requests under way have to end when the server stops. */
const drainWithin = 8_000

/** Puts the parts of the server together. Throws when two handlers collide or one has no access. Nothing listens yet. */
export function assemble(options: AssembleOptions): KontorServer {
  const { settings, schema, modules = [] } = options
  const registry = buildRegistry(options.handlers)
  const database = openDatabase(options.databaseUrl, { onError: (error) => warn('a connection broke')(error) })
  const sessions = makeSessions(database.read)
  let feedPort = settings.feedPort
  const storage = makeStorage(settings.dataDir)
  const vault = makeVault(settings.dataDir)
  const seal = makeSeal(settings.dataDir, settings.secret)
  const sms = makeCourier({
    seal,
    ownNetwork: settings.smsOwnNetwork,
    log: (message) => app.log.warn(message, 'a short message'),
  })
  const outbox = makeOutbox((error) => warn('a mail was not sent')(error))
  const feedTrials = new FeedTrials(database.write)
  let payments: Payments | undefined
  const services: Services = {
    settings,
    database,
    sessions,
    storage,
    vault,
    seal,
    sms,
    outbox,
    payments: () => payments?.provider ?? null,
    address: () => `http://${printable(reachable(settings.host))}:${portOf(app.server)}`,
    feedTrials,
    feedPort: () => feedPort,
    ...composeServices(modules),
  }
  const core: Core = { schema, services }
  const hosts = makeHosts(settings)
  const headers = makeHeaders(hosts, services.feedPort)
  const site = makeSite({
    dir: options.siteDir,
    entrance: settings.entrance,
    headers,
    frames: () => frameOrigins(database.read),
  })
  const app = makeHttp({ core, registry, site, hosts, headers, log: options.log })
  const warn = (what: string) => (error: unknown) => app.log.warn({ err: error }, what)
  addHealth(app, database)
  const source = modules.find(({ inbox }) => inbox)?.inbox?.(database.read) ?? noInbox
  const onHeard = (word: string) => void feedTrials.said(word).catch(warn('a test of the live feed'))
  const opening = mayOpen(hosts, () => portOf(app.server))
  const feed = new Feed({ sessions, source, mayOpen: opening, onHeard, log: app.log, ...options.feed })
  const feedServer = makeFeedServer(feed, headers.plain)
  app.server.on('upgrade', (request, socket, head) => {
    if ((request.url ?? '').split('?')[0] === '/wss') feed.upgrade(request, socket, head)
    else refuse(socket, '404 Not Found')
  })
  const sweeping = startSweeping(services, warn)
  let listener: Listener | undefined
  let jobs: Jobs | undefined
  let workers: readonly Worker[] = []
  return {
    app,
    schema,
    registry,
    async listen() {
      await storage.prepare()
      await vault.prepare()
      listener = hear(
        options.databaseUrl,
        { sessions, feed, feedTrials, wake: () => jobs?.wake() },
        warn('listening to the database'),
      )
      await listener.ready
      feedPort = await listenOn(feedServer, settings.host, settings.feedPort)
      payments = await makePayments(settings)
      await app.listen({ host: settings.host, port: settings.port })
      workers = options.workers?.(core, app.log) ?? []
      jobs = startJobs({
        url: options.databaseUrl,
        kinds: options.jobKinds?.(core, app.log) ?? {},
        log: (error, what) => warn(what)(error),
        ...options.jobs,
      })
      return { url: `http://${printable(settings.host)}:${portOf(app.server)}`, feedPort }
    },
    async close() {
      clearInterval(sweeping)
      feedServer.close()
      const patience = setTimeout(() => app.server.closeAllConnections(), drainWithin)
      await Promise.all([app.close(), feed.close(), jobs?.stop(), ...workers.map((worker) => worker.stop())])
      await payments?.close()
      await outbox.drained()
      clearTimeout(patience)
      await listener?.close()
      await database.close()
    },
  }
}

/** Clears away once an hour what is no longer needed. */
function startSweeping({ database, storage, vault }: Services, warn: (what: string) => (error: unknown) => void): NodeJS.Timeout {
  const sweeping = setInterval(() => {
    sweep(database).catch(warn('sweep'))
    sweepFiles(database, storage).catch(warn('sweeping files'))
    sweepVault(database, vault).catch(warn('sweeping files of exports and imports'))
  }, sweepEvery)
  return sweeping.unref()
}

/** A page of ours, on the port of pages, may open a socket on either port. */
function mayOpen(hosts: Hosts, pagePort: () => number): FeedOptions['mayOpen'] {
  return (origin, host) => {
    const name = origin.replace(/^https?:\/\//i, '').replace(/:\d+$/, '')
    return hosts.allowed(host) && (hosts.ownOrigin(origin, host) || hosts.ownOrigin(origin, `${name}:${pagePort()}`))
  }
}

interface Hearers extends Pick<Services, 'sessions' | 'feedTrials'> {
  feed: Feed
  /** There is work. */
  wake(): void
}

/** Passes on what other nodes, and this one, say through the database. */
function hear(url: string, { sessions, feed, feedTrials, wake }: Hearers, failed: (error: unknown) => void): Listener {
  return new Listener({
    url,
    channels: [accessChannel, notifyChannel, readChannel, jobChannel, newsChannel, trialChannel, trialNewsChannel],
    onMessage(channel, payload) {
      if (channel === notifyChannel) feed.push(Number(payload)).catch(failed)
      else if (channel === readChannel) feed.recount(Number(payload)).catch(failed)
      else if (channel === jobChannel) wake()
      else if (channel === newsChannel) feed.tell(readWork(payload))
      else if (channel === trialChannel) feedTrials.send(payload, feed).catch(failed)
      else if (channel === trialNewsChannel) feedTrials.news(payload)
      else {
        const who = readWho(payload)
        if (who !== undefined) sessions.changed(who)
      }
    },
    onState(listening) {
      sessions.setListening(listening)
      if (!listening) return
      sessions.changed('*') // closes the sockets of whoever lost their rights meanwhile
      feed.catchUp().catch(failed)
      wake()
    },
    log: failed,
  })
}

/** The port of the feed knows nothing but sockets. */
function makeFeedServer(feed: Feed, headers: Readonly<Record<string, string>>): Server {
  const { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval } = limits
  const server = createHttpServer(
    { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval },
    (_request, response) => {
      response.writeHead(404, { ...headers, connection: 'close' }).end()
    },
  )
  server.maxConnections = limits.maxConnections
  server.on('upgrade', (request, socket, head) => feed.upgrade(request, socket, head))
  return server
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((settle, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      settle(portOf(server))
    })
  })
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo | null
  return address?.port ?? 0
}

/** A name under which a server that listens everywhere is found on its own machine. */
const reachable = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host
const printable = (host: string): string => (isIPv6(host) ? `[${host}]` : host)
