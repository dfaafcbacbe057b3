import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeded } from '../../codegen/sample/random.ts'
import { whyNoSamples } from '../../codegen/sample/refused.ts'
import { sampleRow } from '../../codegen/sample/row.ts'
import { speeches } from '../../codegen/sample/speech.ts'
import type { Schema } from '../../codegen/schema/schema.ts'
import type { Handler } from '../../server/core/handler.ts'
import { loadModules } from '../../server/main/modules.ts'
import { allHandlers } from '../../server/main/server.ts'
import { openApiDocument } from '../../server/modules/openapi/document.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Client } from '../harness/client.ts'
import { productSchema } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import type { Json } from './house.ts'

let schema: Schema
let handlers: readonly Handler[]
let document: Json
let server: TestServer
let owner: Client
beforeAll(async () => {
  schema = await productSchema()
  handlers = allHandlers(schema, { modules: await loadModules() })
  document = openApiDocument(handlers, schema, { title: 'Kontor', version: '1.0.0' })
  server = await startTestServer({ database: 'demo' })
  owner = await server.signIn('admin')
})
afterAll(() => server?.close())

const documents = new WeakMap<object, Ajv2020>()

/** A validator of a part of the document, by its pointer. */
function validator(of: Json, pointer: string): ValidateFunction {
  const options = { strict: false, validateFormats: false, validateSchema: false, logger: false } as const
  const ajv = documents.get(of) ?? new Ajv2020(options).addSchema({ $id: 'kontor', ...of })
  documents.set(of, ajv)
  return ajv.compile({ $ref: `kontor#${pointer}` })
}

/** Every object of the document with a key. */
function* having(key: string, value: Json, at = ''): Generator<[string, Json]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value) && Object.hasOwn(value, key)) yield [at, value]
  for (const [name, part] of Object.entries(value)) yield* having(key, part, `${at}/${name}`)
}

const operationsOf = (of: Json): [string, string, Json][] =>
  Object.entries(of.paths).flatMap(([path, item]) =>
    Object.entries(item as Json).map(([method, each]) => [path, method, each] as [string, string, Json]),
  )

describe('the OpenAPI document', () => {
  test.each(['en', 'zh-cn'] as const)('says in %s what each call does', (lang) => {
    const said = openApiDocument(handlers, schema, { title: 'Kontor', version: '1.0.0', lang }) as Json
    const bare = operationsOf(said).filter(([path, , { summary }]) => path.endsWith(`/${summary}`))
    expect(bare.map(([path, method]) => `${method} ${path}`)).toEqual([])
  })

  test('has every address once, with who may call it', () => {
    const documented = handlers.filter(({ raw }) => !raw)
    const operations = operationsOf(document)
    expect(operations).toHaveLength(documented.length)
    expect(new Set(operations.map(([, , { operationId }]) => operationId)).size).toBe(operations.length)
    for (const { app, controller, action, method, access } of documented) {
      const operation = document.paths[`/${app}/${controller}/${action}`][method.toLowerCase()]
      expect(operation.security).toEqual(access.type === 'public' ? [] : [{ [app === 'admin' ? 'admin' : 'user']: [] }])
      if (access.type === 'node') expect(operation['x-kontor-nodes']).toEqual([access.node])
    }
  })

  test('has what OpenAPI 3.1 asks of each part', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Kontor', version: '1.0.0' } })
    expect(Object.keys(document.paths).every((path) => /^\/[^?#{}]+$/.test(path))).toBe(true)
    for (const [path, method, operation] of operationsOf(document)) {
      expect(['get', 'post', 'delete'], path).toContain(method)
      expect(Object.keys(operation.responses).every((code) => /^[1-5][0-9X]{2}$/.test(code))).toBe(true)
      if (method === 'get') expect(operation.requestBody, path).toBeUndefined()
      for (const parameter of operation.parameters)
        if (!parameter.$ref)
          expect(parameter).toMatchObject({ name: expect.any(String), in: 'query', schema: expect.any(Object) })
    }
    for (const { name, in: place, schema: own } of Object.values<Json>(document.components.parameters)) {
      expect(['query', 'header']).toContain(place)
      expect(name && own).toBeDefined()
    }
    const names = /^[a-zA-Z0-9._-]+$/
    for (const part of Object.values<Json>(document.components)) for (const name of Object.keys(part)) expect(name).toMatch(names)
  })

  test('leads with every reference to a part of it, and has schemas of JSON Schema 2020-12', () => {
    const found = [...having('$ref', document)]
    expect(found.length).toBeGreaterThan(1000)
    for (const [at, { $ref }] of found) {
      const target = String($ref)
        .slice(2)
        .split('/')
        .reduce((value: Json, key) => value?.[key], document)
      expect(target, `${at}: ${$ref}`).toBeDefined()
    }
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
    const wrong = Object.entries<Json>(document.components.schemas).filter(([, each]) => !ajv.validateSchema(each))
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  test('never has a secret among what is read', () => {
    for (const page of schema.pages.values()) {
      const row = document.components.schemas[`${page.id.replaceAll('/', '.')}.Row`]
      const secret = Object.values(page.fields).filter((field) => field.secret && row)
      expect(secret.filter(({ name }) => row.properties[name]).map(({ name }) => `${page.id} ${name}`)).toEqual([])
    }
  })

  test('takes the bodies that forms send, and not those beyond the limits of their fields', () => {
    const maker = {
      random: seeded(3),
      speech: speeches.en,
      table: '',
      now: 1_780_000_000,
      selfId: 1,
      keysOf: () => [1, 2],
      filesOf: () => [],
    }
    const wrong: string[] = []
    let count = 0
    for (const page of [...schema.pages.values()].filter((each) => whyNoSamples(each) === undefined)) {
      const validate = validator(document, `/components/schemas/${page.id.replaceAll('/', '.')}.Write`)
      const fields = Object.fromEntries(Object.entries(page.fields).filter(([, field]) => isWritten(page, field)))
      const row = sampleRow(page, fields, maker)
      count++
      if (!validate(row)) wrong.push(`${page.id} ${JSON.stringify(validate.errors?.[0])}`)
    }
    expect(wrong).toEqual([])
    expect(count).toBeGreaterThan(20)
    const user = validator(document, '/components/schemas/user.user.Write')
    const member = { username: 'member1', nickname: 'Ann', group_id: 1, password: 'Member-1-abc' }
    expect(user(member)).toBe(true)
    expect(user({ ...member, nickname: 'n'.repeat(51) })).toBe(false)
    expect(user({ ...member, mobile: '12' })).toBe(false)
    expect(user({ nickname: 'Ann' })).toBe(false)
  })
})

const isWritten = (page: Page, field: Page['fields'][string]) =>
  !field.readOnly &&
  !field.virtual &&
  (field.store !== null || field.link !== undefined) &&
  (field.name !== page.entity.key || page.entity.keyGiven)

describe('the document of a running server', () => {
  const documentFor = async (client: Client): Promise<Json> => JSON.parse((await client.get('/admin/Openapi/index')).text)

  test('has what the caller may call, and is for nobody who is not signed in', async () => {
    const all = await documentFor(owner)
    const limited = await documentFor(await server.signIn('manager'))
    expect(limited.openapi).toBe('3.1.0')
    const [more, less] = [all, limited].map((each) => Object.keys(each.paths))
    expect(less?.length).toBeGreaterThan(5)
    expect(less?.length).toBeLessThan(more?.length ?? 0)
    expect(less?.filter((path) => !more?.includes(path))).toEqual([])
    expect((await server.guest().get('/admin/Openapi/index')).body.code).toBe(303)
  })

  test('says of every list what it answers', async () => {
    const wrong: string[] = []
    let rows = 0
    for (const page of [...schema.pages.values()].filter(({ area, kind }) => area === 'admin' && kind === 'crud')) {
      const path = `/admin/${page.controller}/index`
      const answer = (await owner.get<{ list?: unknown[] }>(path, { limit: 5 })).body
      rows += answer.data?.list?.length ?? 0
      const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/get/responses/200/content/application~1json/schema`
      const validate = validator(document, pointer)
      if (answer.code !== 1 || !validate(answer)) {
        const fault = validate.errors?.find(({ instancePath }) => instancePath.startsWith('/data/list'))
        wrong.push(`${page.id} ${JSON.stringify([answer.code, fault?.instancePath, fault?.message, fault?.params])}`)
      }
    }
    expect(wrong).toEqual([])
    expect(rows).toBeGreaterThan(50)
  }, 120_000)
})
