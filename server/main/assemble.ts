import type { Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Schema } from '../../codegen/schema/schema.ts'
import { createBackground } from '../core/background.ts'
import { openDatabase } from '../core/db/connect.ts'
import type { Listener } from '../core/db/listen.ts'
import type { Settings } from '../core/environment/settingRow.ts'
import { composeEvents } from '../core/events.ts'
import type { Handler } from '../core/handler.ts'
import { pageSources } from '../core/http/frames.ts'
import { makeHeaders } from '../core/http/headers.ts'
import { addHealth } from '../core/http/health.ts'
import { makeHosts } from '../core/http/hosts.ts'
import { makeHttp } from '../core/http/http.ts'
import { makeLiveSite } from '../core/http/liveSite.ts'
import type { Core } from '../core/http/makeContext.ts'
import { buildRegistry, type Registry } from '../core/http/registry.ts'
import { makeRevisions, type Revision, type Revisions } from '../core/http/revision.ts'
import { findPublicPages } from '../core/http/site/publicPages.ts'
import { makeSite } from '../core/http/site/site.ts'
import { type Jobs, type JobsOptions, startJobs } from '../core/jobs/runner.ts'
import { createSecretBox } from '../core/secretBox.ts'
import type { Services } from '../core/services.ts'
import { makeSessions } from '../core/session/sessions.ts'
import type { Domains } from '../crud/engine/domains.ts'
import type { ModuleServices, ServerModule, ServicesInput, Worker } from '../modules/module.ts'
import { merged, one, purgesOf } from './compose.ts'
import { hear } from './hear.ts'
import { makeWorkspace } from './live/workspace.ts'

export interface AssembleOptions {
  databaseUrl: string
  settings: Settings
  schema: Schema
  /** The modules that are on, each after those it requires. */
  modules: readonly ServerModule[]
  /** What they add to the engine of pages. */
  domains: Domains
  handlers: readonly Handler[]
  /** Hashes of the files that the schema is made from, too (see `Revision`). */
  hashes?: Pick<Revision, 'hash' | 'workspace'>
  /** Makes further revisions while the server runs; absent: there is only the one. */
  live?: (input: LiveInput) => Live
  /** Where the built front end is. */
  siteDir: string
  /** Takes one line (JSON) for each warning and error. */
  log: (line: string) => void
  /** Other times of the feed than its own, for tests that do not want to wait. */
  feed?: ServicesInput['feedTimes']
  /** Other times of the jobs than their own, for tests as well. */
  jobs?: Pick<JobsOptions, 'lease' | 'every'>
}

/** What makes further revisions needs of the server that serves them. */
export interface LiveInput {
  services: Services
  revisions: Revisions
  /** Serves another revision from now on. */
  serve(next: Revision): void
}

/** What makes further revisions, while the server listens. */
export interface Live {
  /** Another node has made one. */
  heard(): unknown
  start(): void
  stop(): Promise<void>
}

export interface KontorServer {
  app: FastifyInstance
  readonly core: Core // for commands, which work without listening
  readonly schema: Schema
  /** Every address, for tests that go through all of them. */
  readonly registry: Registry
  /** The path of the back office. */
  entrance(): Promise<string>
  /** Starts to answer. Returns the address of pages and calls, and the port of the feed. Rejects when a port is taken. */
  listen(): Promise<{ url: string; feedPort: number }>
  /** Lets requests under way end, says goodbye to sockets, and gives every connection back. */
  close(): Promise<void>
}

const purgeEvery = 3_600_000
/** Milliseconds that requests under way have to end when the server stops. */
const drainWithin = 8_000

/** Puts the parts of the server together. Throws when two handlers collide or one has no access. Nothing listens yet. */
export function assemble(options: AssembleOptions): KontorServer {
  const { settings, modules } = options
  const { hashes = { hash: '', workspace: '' }, schema, handlers } = options
  const revisions = makeRevisions({ ...hashes, schema, registry: buildRegistry(handlers) })
  const schemaNow = () => revisions.current().schema
  const warn = (what: string) => (error: unknown) => app.log.warn({ err: error }, what)
  const pagePort = () => portOf(app.server)
  const services = coreServices(options, warn, pagePort)
  const core = coreOf(services, schemaNow, modules)
  const { app, hosts, headers } = makeWeb(options, core, revisions)
  const { log } = app
  const parts = startModules({ settings, services, hosts, headers, pagePort, log, modules, feedTimes: options.feed })
  for (const module of modules) module.routes?.(app, services, schemaNow)
  const purging = startPurging(services, warn)
  const live = options.live?.({ services, revisions, serve: serveNext(revisions, services, modules) })
  let running: Running | undefined
  return {
    app,
    core,
    get schema() {
      return schemaNow()
    },
    get registry() {
      return revisions.current().registry
    },
    entrance: services.site.entrance,
    async listen() {
      for (const part of parts) await part.prepare?.()
      const listener = hear(options.databaseUrl, parts, {
        sessions: services.sessions,
        site: services.site,
        live,
        wake: () => running?.jobs.wake(),
        failed: warn('listening to the database'),
      })
      running = { listener, jobs: idleJobs, workers: [] }
      await listener.ready
      await services.site.config()
      for (const part of parts) await part.listen?.()
      await app.listen({ host: settings.host, port: settings.port })
      Object.assign(running, startWork(options, core, app.log))
      live?.start()
      return { url: `http://${printable(settings.host)}:${portOf(app.server)}`, feedPort: services.feedPort() }
    },
    async close() {
      clearInterval(purging)
      await live?.stop()
      const deadline = setTimeout(() => app.server.closeAllConnections(), drainWithin)
      const stopping = parts.map((part) => part.stop?.())
      const { jobs = idleJobs, workers = [], listener } = running ?? {}
      await Promise.all([...stopping, app.close(), jobs.stop(), ...workers.map((worker) => worker.stop())])
      for (const part of [...parts].reverse()) await part.close?.()
      await services.background.drained()
      clearTimeout(deadline)
      await listener?.close()
      await services.database.close()
    },
  }
}

/** What contexts are made of: the schema is that of now, whenever it is asked for. */
function coreOf(services: Services, schemaNow: () => Schema, modules: readonly ServerModule[]): Core {
  return {
    get schema() {
      return schemaNow()
    },
    services,
    lookThrough: one(modules, 'lookThrough'),
  }
}

/** Serves a revision from now on: rights are read again, and modules are told. */
function serveNext(revisions: Revisions, services: Services, modules: readonly ServerModule[]): LiveInput['serve'] {
  return (next) => {
    revisions.swap(next)
    services.sessions.changed('*')
    for (const module of modules) module.revised?.(services, next)
  }
}

/** The HTTP server with its front end and its health; the modules add their routes. */
function makeWeb({ settings, siteDir, log, modules }: AssembleOptions, core: Core, revisions: Revisions) {
  const { services } = core
  const hosts = makeHosts(settings)
  const headers = makeHeaders(hosts, () => services.feedPort())
  const sources = () => pageSources(services.database.read)
  const site = makeSite({ dir: siteDir, live: services.site, headers, publicPage: findPublicPages(modules), sources })
  const app = makeHttp({ core, revisions, site, hosts, headers, log })
  addHealth(app, services.database)
  return { app, hosts, headers: headers.plain }
}

/** What runs while the server listens. */
interface Running {
  listener: Listener
  jobs: Jobs
  workers: readonly Worker[]
}

const idleJobs: Jobs = { wake: () => {}, stop: async () => {} }

/** The services of the core. The modules add theirs (`startModules`), so they are whole only after that. */
function coreServices(
  { databaseUrl, settings, domains, modules }: AssembleOptions,
  warn: (what: string) => (error: unknown) => void,
  port: () => number,
): Services {
  const database = openDatabase(databaseUrl, { onError: (error) => warn('a connection broke')(error) })
  const services = {
    settings,
    database,
    sessions: makeSessions(database.read),
    site: makeLiveSite(database.read, settings),
    secretBox: createSecretBox(settings.dataDir, settings.secret),
    background: createBackground((error) => warn('work after an answer')(error)),
    address: () => `http://${printable(reachable(settings.host))}:${port()}`,
    engine: domains,
    workspace: makeWorkspace(settings),
    events: composeEvents(modules.map(({ events }) => events)),
  } as Services
  services.purges = purgesOf(modules, services)
  return services
}

/** Creates the services of the modules in their order and adds them to those of the core. */
function startModules(input: ServicesInput): ModuleServices[] {
  return input.modules.flatMap((module) => {
    const part = module.services?.(input)
    if (!part) return []
    Object.assign(input.services, part.offers)
    return [part]
  })
}

/** Starts the modules' workers and jobs. */
function startWork(
  { modules, domains, databaseUrl, jobs }: AssembleOptions,
  core: Core,
  log: FastifyBaseLogger,
): Pick<Running, 'jobs' | 'workers'> {
  const workers = modules.flatMap((module) => module.workers?.(core, log) ?? [])
  const kinds = merged(modules, (module) => module.jobs?.({ core, domains, log }), 'the job')
  return { workers, jobs: startJobs({ url: databaseUrl, kinds, log: (error, what) => log.warn({ err: error }, what), ...jobs }) }
}

/** Deletes once an hour what nobody needs any more. */
function startPurging({ purges }: Services, warn: (what: string) => (error: unknown) => void): NodeJS.Timeout {
  const files = async () => {
    for await (const _ of purges.files());
  }
  const purging = setInterval(() => {
    purges.rows().catch(warn('purging rows'))
    files().catch(warn('purging files'))
  }, purgeEvery)
  return purging.unref()
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo | null
  return address?.port ?? 0
}

/** A name under which a server that listens everywhere is found on its own machine. */
const reachable = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host
const printable = (host: string): string => (isIPv6(host) ? `[${host}]` : host)
