import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { notifications } from '../../modules/shop/browser/notifications.ts'
import { createRuntime, type Runtime, type RuntimeOptions } from '../../src/runtime/app/runtime.ts'
import type { Destination } from '../../src/runtime/navigation/navigation.ts'
import { headlessPlatform, memoryStorage, type Platform } from '../../src/runtime/platform.ts'
import type { Entity } from '../../src/schemas/language/entity/entity.ts'
import { type Issue, SchemaError } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import { parsePage } from '../../src/schemas/language/parsePage.ts'
import type { Envelope } from '../../src/schemas/language/wire/envelope.ts'

/** What a request said. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

/** An envelope to answer with, or a raw answer, or nothing: then the request hangs until the client goes. */
export type Answer = Partial<Envelope> | { status: number; text: string } | 'hang' | 'drop'

export interface LittleServer {
  url: string
  asked: Asked[]
  /** Requests whose path ends so. */
  to(ending: string): Asked[]
}

/** A real HTTP server on a port of its own that answers as `answer` says; closed at the end of the test. */
export async function littleServer(answer: (asked: Asked) => Answer | Promise<Answer>): Promise<LittleServer> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void serve(request, response)
  })
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const one = await read(request)
    asked.push(one)
    const said = await answer(one)
    if (said === 'hang') return
    if (said === 'drop') {
      request.socket.destroy()
      return
    }
    if ('status' in said && 'text' in said) {
      response.writeHead(said.status, { 'content-type': 'text/html' }).end(said.text)
      return
    }
    const envelope: Envelope = { code: 1, msg: '', time: Math.floor(Date.now() / 1000), data: null, ...said }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, to: (ending) => asked.filter(({ path }) => path.endsWith(ending)) }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: text.startsWith('{') ? JSON.parse(text) : {},
  }
}

/** A runtime without a browser, and what a person would notice of it. */
export interface TestRuntime {
  runtime: Runtime
  storage: ReturnType<typeof memoryStorage>
  /** Where the runtime wanted to go, in order. */
  went: Destination[]
  /** The texts shown as messages. */
  said(): string[]
  warnings: string[]
  /** Where the person is; assign to move them. */
  at: { path: string }
}

/** Makes a runtime that speaks to the little server, signed in with token T1 and refresh token R1 unless told otherwise. */
export function testRuntime(
  url: string,
  parts: {
    options?: Partial<RuntimeOptions>
    /** The little server delivers pages. */
    delivers?: true
    platform?: Partial<Platform>
    storage?: ReturnType<typeof memoryStorage>
    path?: string
  } = {},
): TestRuntime {
  const at = { path: parts.path ?? '/admin/shop/order/order?status=2' }
  const warnings: string[] = []
  const storage = parts.storage ?? memoryStorage(signedIn('T1', 'R1'))
  const runtime = createRuntime({
    baseUrl: url,
    storage,
    lang: 'en',
    notifications,
    ...(parts.delivers ? {} : { fetchPage: () => Promise.reject(new Error('this test has no pages')) }),
    fetchWords: runtimeWords,
    retry: { delay: () => 1 },
    platform: headlessPlatform({
      location: () => ({ path: at.path, protocol: 'http:', host: new URL(url).host }),
      log: { warn: (...said) => void warnings.push(said.join(' ')), error: (...said) => void warnings.push(said.join(' ')) },
      ...parts.platform,
    }),
    ...parts.options,
  })
  const went: Destination[] = []
  runtime.navigation.listen((destination) => void went.push(destination))
  return { runtime, storage, went, warnings, at, said: () => runtime.notices.state.queue.map(({ text }) => text) }
}

/** The stored copy of an administrator who is signed in. */
export function signedIn(token: string, refreshToken: string): Record<string, string> {
  return {
    adminInfo: JSON.stringify({ id: 7, username: 'admin', nickname: 'Admin', token, refresh_token: refreshToken, super: true }),
  }
}

/** The runtime's own words, as they are shipped. */
export async function runtimeWords(lang: string): Promise<unknown[]> {
  return [JSON.parse(await readFile(new URL(`../../src/schemas/words/${lang}/runtime.json`, import.meta.url), 'utf8'))]
}

/** Parses a page written in a test; throws with every fault. */
export function testPage(id: string, json: object, related: Page['related'] = {}, entities: Record<string, Entity> = {}): Page {
  const issues: Issue[] = []
  const page = parsePage(id, { version: 1, kind: 'crud', ...json }, (table) => entities[table], issues)
  if (!page || issues.length > 0) throw new SchemaError(issues)
  return { ...page, related }
}
