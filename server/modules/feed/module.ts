import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hosts } from '../../core/http/hosts.ts'
import { limits } from '../../core/http/http.ts'
import { notifyChannel, readChannel } from '../../core/inbox.ts'
import { defineModule, type ModuleServices, type ServicesInput } from '../module.ts'
import { Feed, type FeedOptions, refuse } from './feed.ts'
import { noInbox } from './inbox.ts'
import { FeedTrials, trialChannel, trialNewsChannel } from './trial.ts'

declare module '../../core/services.ts' {
  interface Services {
    /** Sends to the open screens of administrators that are connected to this node. */
    feed: Feed
    /** Tests of the live feed. */
    feedTrials: FeedTrials
    /** Port of the live feed, known once the server listens. */
    feedPort(): number
  }
}

/** The live feed: sockets of administrators. */
export const feed = defineModule({
  name: 'feed',
  services: startFeed,
  routes(app, services) {
    app.server.on('upgrade', (request, socket, head) => {
      if ((request.url ?? '').split('?')[0] === '/wss') services.feed.upgrade(request, socket, head)
      else refuse(socket, '404 Not Found')
    })
  },
})

function startFeed({ settings, services, hosts, headers, pagePort, log, modules, feedTimes }: ServicesInput): ModuleServices {
  const { database, sessions } = services
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const missed = failed('listening to the database')
  const source = modules.find(({ inbox }) => inbox)?.inbox?.(database.read) ?? noInbox
  const feedTrials = new FeedTrials(database.write)
  const onHeard = (word: string) => void feedTrials.said(word).catch(failed('a test of the live feed'))
  const live = new Feed({ sessions, source, mayOpen: mayOpen(hosts, pagePort), onHeard, log, ...feedTimes })
  const server = makeFeedServer(live, headers)
  let port = settings.feedPort
  return {
    offers: { feed: live, feedTrials, feedPort: () => port },
    channels: {
      [notifyChannel]: (payload) => live.push(Number(payload)),
      [readChannel]: (payload) => live.recount(Number(payload)),
      [trialChannel]: (payload) => feedTrials.send(payload, live),
      [trialNewsChannel]: (payload) => feedTrials.news(payload),
    },
    heard: () => live.catchUp().catch(missed),
    async listen() {
      port = await listenOn(server, settings.host, settings.feedPort)
    },
    async stop() {
      server.close()
      await live.close()
    },
  }
}

/** A page of ours, on the port of pages, may open a socket on either port. */
function mayOpen(hosts: Hosts, pagePort: () => number): FeedOptions['mayOpen'] {
  return (origin, host) => {
    const name = origin.replace(/^https?:\/\//i, '').replace(/:\d+$/, '')
    return hosts.allowed(host) && (hosts.ownOrigin(origin, host) || hosts.ownOrigin(origin, `${name}:${pagePort()}`))
  }
}

/** The port of the feed knows nothing but sockets. */
function makeFeedServer(live: Feed, headers: Readonly<Record<string, string>>): Server {
  const { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval } = limits
  const server = createHttpServer(
    { headersTimeout, requestTimeout, keepAliveTimeout, connectionsCheckingInterval },
    (_request, response) => {
      response.writeHead(404, { ...headers, connection: 'close' }).end()
    },
  )
  server.maxConnections = limits.maxConnections
  server.on('upgrade', (request, socket, head) => live.upgrade(request, socket, head))
  return server
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((settle, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      settle((server.address() as AddressInfo | null)?.port ?? 0)
    })
  })
}
