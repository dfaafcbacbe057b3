import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '../../codegen/package/signature.ts'
import { makeRemoteCatalogue } from '../../server/modules/market/catalogue/remote.ts'
import type { MarketState, ModulePlan } from '../../src/schemas/api/market.ts'
import { keyPair, packOf } from '../packages/packages.ts'
import { edited, startMarket } from './market.ts'

/** A publisher's catalogue at a configured address. */
let status = 200
const files = new Map<string, Buffer>()
const publisher = createServer((request, response) => {
  const bytes = files.get(request.url ?? '')
  response.writeHead(bytes ? status : 404)
  response.end(bytes)
})
let market: Awaited<ReturnType<typeof startMarket>>
let url = ''
let archive: Buffer
beforeAll(async () => {
  await new Promise<void>((settle) => publisher.listen(0, '127.0.0.1', settle))
  url = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/modules/catalogue.json`
  market = await startMarket({ KONTOR_MODULE_CATALOGUE: url, KONTOR_CATALOGUE_OWN_NETWORK: '1' })
  archive = await market.pack('suppliers', (all) => edited(all, 'module.json', '"version": "1.0.0"', '"version": "1.2.0"'))
  files.set('/modules/suppliers.zip', archive)
  files.set('/modules/catalogue.json', catalogue())
}, 300_000)
afterAll(async () => {
  await market?.close()
  publisher.close()
})

const release = () => ({
  version: '1.2.0',
  package: 'suppliers.zip',
  sha256: sha256(archive),
  what: { 'zh-cn': '新版', en: 'Newer' },
})
const suppliers = (releases: object[]) => ({ uid: 'suppliers', title: '供应商', title_en: 'Suppliers of all kinds', releases })
const catalogue = (...more: object[]) => Buffer.from(JSON.stringify({ version: 1, modules: [suppliers([release()]), ...more] }))
const index = async (params = {}) => (await market.first.owner.get<MarketState>('/admin/module/index', params)).body.data
const look = async () =>
  (await market.first.owner.post<ModulePlan>('/admin/module/info', { uid: 'suppliers', version: '1.2.0' })).body

describe('a module that the catalogue offers', () => {
  test('is listed with its versions beside those that come with Kontor', async () => {
    files.set('/modules/catalogue.json', catalogue({ ...suppliers([release()]), uid: 'loans', title_en: 'Loans' }))
    const { catalogue: entries, source } = await index({ fresh: 1 })
    expect(source).toEqual({ url, problem: '' })
    expect(entries).toHaveLength(25)
    expect(entries.find(({ uid }) => uid === 'suppliers')).toMatchObject({
      title_en: 'Suppliers of all kinds',
      version: '1.2.0',
      versions: ['1.2.0', '1.1.0', '1.0.0'],
    })
    expect(entries.find(({ uid }) => uid === 'loans')).toMatchObject({ versions: ['1.2.0'], price: '0.00', category: 'tool' })
  })

  test('is installed if its content is the one named there, and a trusted key has signed it', async () => {
    files.set('/modules/suppliers.zip', Buffer.from('another content'))
    expect(await look()).toMatchObject({ code: 0, msg: expect.stringMatching(/not the one that the catalogue names/) })
    const stranger = packOf(new Map([['module.json', Buffer.from('{}')]]), keyPair().privateKey)
    files.set('/modules/suppliers.zip', stranger)
    files.set('/modules/catalogue.json', Buffer.from(String(catalogue()).replaceAll(sha256(archive), sha256(stranger))))
    await index({ fresh: 1 })
    expect(await look()).toMatchObject({ code: 0, msg: expect.stringMatching(/none of the trusted keys/) })
    files.set('/modules/suppliers.zip', archive)
    files.set('/modules/catalogue.json', catalogue())
    await index({ fresh: 1 })
    const { data: plan, msg } = await look()
    expect(plan, msg).toMatchObject({ version: '1.2.0', issues: [] })
    expect(plan.signedBy).toMatch(/^[0-9a-f]{64}$/)
    const agreed = { uid: 'suppliers', version: '1.2.0', hash: plan.hash }
    const { body } = await market.first.owner.post('/admin/module/install', agreed)
    expect(body, body.msg).toMatchObject({ code: 1, data: { version: '1.2.0', state: 1 } })
  }, 120_000)
})

test('a catalogue that cannot be had is told in the language of the person; what comes with Kontor is still offered', async () => {
  status = 503
  const { catalogue: entries, source } = await index({ fresh: 1 })
  expect(source.problem).toBe('it answers with the status 503')
  expect(entries).toHaveLength(24)
  const { owner } = market.first
  const chinese = await owner.with({ token: owner.token ?? '', lang: 'zh-cn' }).get<MarketState>('/admin/module/index')
  expect(chinese.body.data.source.problem).toBe('返回状态码 503')
  status = 200
  files.set('/modules/catalogue.json', Buffer.from('{"version":1,"modules":[{"uid":"Loans"}]}'))
  expect((await index({ fresh: 1 })).source.problem).toMatch(/cannot be read: catalogue modules\.0\./)
})

describe('a catalogue is not read', () => {
  const problemOf = async (moduleCatalogue: string, catalogueOwnNetwork: boolean) =>
    (await makeRemoteCatalogue({ moduleCatalogue, catalogueOwnNetwork }).read()).problem?.reason

  test('from the own network, or without encryption, unless the operator allows it', async () => {
    expect(await problemOf(url, false)).toBe('insecure')
    expect(await problemOf(url.replace('http:', 'https:'), false)).toBe('ownNetwork')
    expect(await problemOf('https://[::ffff:127.0.0.1]/catalogue.json', false)).toBe('ownNetwork')
    expect(await problemOf('https://nowhere.invalid/catalogue.json', false)).toBe('unknownHost')
  })

  test('beyond its limit, and a package neither', async () => {
    files.set('/modules/catalogue.json', Buffer.alloc(3 * 1024 ** 2, 32))
    expect(await problemOf(url, true)).toBe('tooLong')
    files.set('/modules/large.zip', Buffer.alloc(6 * 1024 ** 2))
    const remote = makeRemoteCatalogue({ moduleCatalogue: url, catalogueOwnNetwork: true })
    await expect(remote.archive({ ...release(), package: 'large.zip' })).rejects.toMatchObject({ reason: 'tooLong' })
    await expect(remote.archive({ ...release(), package: 'file:///etc/passwd' })).rejects.toMatchObject({ reason: 'insecure' })
  })
})
