import { expect, test } from 'vitest'
import { uploadsOf } from '../../src/runtime/http/upload.ts'
import { takeSiteConfig } from '../../src/runtime/stores/siteConfig.ts'
import { buildAdminWire } from '../../src/runtime/wire/buildadmin/wire.ts'
import { kontorWire } from '../../src/runtime/wire/kontor.ts'
import type { Wire } from '../../src/runtime/wire/wire.ts'
import { checkUpload, type UploadLimits } from '../../src/schemas/api/upload.ts'
import { littleServer, testRuntime } from './support.ts'

const limits = { maxSize: 1000, allowedSuffixes: ['png', 'zip'], allowedMimeTypes: [] as string[] }
const file = (over: object = {}) => ({ name: 'a.png', size: 10, type: 'image/png', ...over })

test.each<[string, object, Partial<UploadLimits>, string | undefined]>([
  ['a file as it should be', {}, {}, undefined],
  ['no name', { name: '' }, {}, 'uploadIncomplete'],
  ['no size', { size: 0 }, {}, 'uploadIncomplete'],
  ['a size that is none', { size: Number.NaN }, {}, 'uploadIncomplete'],
  ['a suffix in capitals', { name: 'A.PNG' }, {}, undefined],
  ['lists as text, with dots, blanks and capitals', {}, { allowedSuffixes: ' .ZIP, .Png ' }, undefined],
  ['another suffix', { name: 'a.exe', type: '' }, {}, 'uploadType'],
  ['another suffix of an allowed type', { name: 'a.bin' }, { allowedMimeTypes: 'image/png,text/plain' }, undefined],
  ['a type with parameters', { name: 'a', type: 'text/plain; charset=utf-8' }, { allowedMimeTypes: ['text/plain'] }, undefined],
  ['no suffix', { name: 'png', type: '' }, {}, 'uploadType'],
  ['nothing allowed', {}, { allowedSuffixes: '', allowedMimeTypes: '' }, 'uploadType'],
  ['the largest size', { size: 1000 }, {}, undefined],
  ['one byte more', { size: 1001 }, {}, 'uploadSize'],
  ['any size while the limit is not known', { size: 1e9 }, { maxSize: 0 }, undefined],
  ['all of it wrong: the first is said', { name: '', size: 5000, type: 'x/y' }, {}, 'uploadIncomplete'],
])('the upload check: %s', (_what, own, site, fault) => {
  expect(checkUpload(file(own), { ...limits, ...site })).toBe(fault)
})

test('a field narrows what the site allows and cannot widen it', () => {
  expect(checkUpload(file({ name: 'a.zip', type: 'application/zip' }), limits, { accept: 'image/*' })).toBe('uploadType')
  expect(checkUpload(file({ name: 'a.zip', type: '' }), limits, { accept: 'image/*,.zip' })).toBeUndefined()
  expect(checkUpload(file({ size: 11 }), limits, { maxSize: 10 })).toBe('uploadSize')
  expect(checkUpload(file({ size: 1001 }), limits, { maxSize: 5000 })).toBe('uploadSize')
})

/** A server that answers uploads when told to, and a runtime that knows what the site allows. */
async function slowServer(wire: Wire = kontorWire) {
  const gates: (() => void)[] = []
  let running = 0
  const seen = { most: 0 }
  const server = await littleServer(async ({ path }) => {
    if (!path.endsWith('/ajax/upload')) return { data: { list: [], total: 0 } }
    seen.most = Math.max(seen.most, ++running)
    const number = await new Promise<number>((resolve) => gates.push(() => resolve(gates.length)))
    running--
    return { data: { file: { id: number, url: `/storage/${number}` } } }
  })
  const { runtime, said } = testRuntime(server.url, { options: { wire } })
  takeSiteConfig(runtime.stores.siteConfig, { upload: { maxSize: 1000, allowedSuffixes: '.PNG', allowedMimeTypes: [] } })
  return { uploads: uploadsOf(runtime.uploading), server, gates, seen, said }
}

test('at most three upload at once; a cancelled one frees its slot for the next', async () => {
  const { uploads, gates, seen } = await slowServer()
  const tasks = [1, 2, 3, 4, 5, 6].map((n) => uploads.start(new File(['x'], `${n}.png`)))
  await expect.poll(() => gates.length).toBe(3)
  expect(tasks.map((task) => task.state.status)).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting', 'waiting'])
  tasks[3]?.cancel()
  expect(await tasks[3]?.done).toBeUndefined()
  tasks[0]?.cancel()
  expect(await tasks[0]?.done).toBeUndefined()
  for (let i = 1; i < 5; i++) {
    await expect.poll(() => gates.length).toBeGreaterThan(i)
    gates[i]?.()
  }
  await Promise.all(tasks.map((task) => task.done))
  expect(tasks.map((task) => task.state.status)).toEqual(['cancelled', 'done', 'done', 'cancelled', 'done', 'done'])
  gates[0]?.()
  expect(seen.most).toBeLessThanOrEqual(4) // the server hears late of the one that was cancelled
})

test('what fails says why at the file and nowhere else, and is not sent when it is not allowed', async () => {
  const { uploads, server, said } = await slowServer()
  const refused = uploads.start(new File(['x'], 'x.exe'))
  expect(refused.state).toMatchObject({ status: 'failed', message: 'validate.uploadType', mayRetry: false })
  expect(await refused.done).toBeUndefined()
  expect(server.asked).toEqual([])
  const broken = await littleServer(() => 'drop')
  const { runtime } = testRuntime(broken.url)
  takeSiteConfig(runtime.stores.siteConfig, { upload: { maxSize: 1000, allowedSuffixes: 'png' } })
  const dropped = uploadsOf(runtime.uploading).start(new File(['x'], 'a.png'))
  expect(await dropped.done).toBeUndefined()
  expect(dropped.state).toMatchObject({ status: 'failed', mayRetry: true })
  expect(dropped.state.message).not.toBe('')
  expect([...said(), ...runtime.notices.state.queue]).toEqual([])
})

test("what is there is asked for in each server's way", async () => {
  const own = await slowServer()
  await own.uploads.existing?.({ page: 2, limit: 24, search: 'tea', accept: 'image/*' })
  expect(own.server.asked[0]?.path).toBe('/admin/ajax/attachments')
  expect(Object.fromEntries(own.server.asked[0]?.query ?? [])).toEqual({
    page: '2',
    limit: '24',
    quickSearch: 'tea',
    accept: 'image/*',
  })
  const other = await slowServer(buildAdminWire)
  await other.uploads.existing?.({ page: 1, limit: 24, search: '', accept: 'image/*' })
  expect(other.server.asked[0]?.path).toBe('/admin/routine.Attachment/index')
  expect(Object.fromEntries(other.server.asked[0]?.query ?? [])).toMatchObject({
    'search[0][field]': 'mimetype',
    'search[0][val]': 'image',
    'search[0][operator]': 'LIKE',
  })
})
