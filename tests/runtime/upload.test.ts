import { expect, test } from 'vitest'
import type { HttpClient } from '../../src/runtime/http/client.ts'
import { createUploads } from '../../src/runtime/http/upload.ts'
import type { UploadLimits } from '../../src/schemas/language/upload.ts'
import { checkUpload } from '../../src/schemas/language/upload.ts'
import { startTestServer } from '../harness/server.ts'
import { picture } from '../harness/uploads.ts'

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

test('at most three are sent at once; who is cancelled gives the place to the next', async () => {
  const server = await startTestServer({ database: 'seed' })
  try {
    const { token } = await server.signIn('admin')
    let running = 0
    let most = 0
    const gates: (() => void)[] = []
    const http = {
      async upload(path: string, form: FormData, options: { signal?: AbortSignal }) {
        most = Math.max(most, ++running)
        try {
          await new Promise<void>((resolve) => gates.push(resolve))
          const answer = await fetch(server.url + path, {
            method: 'POST',
            body: form,
            headers: { batoken: token ?? '', origin: server.url },
            ...(options.signal ? { signal: options.signal } : {}),
          })
          return await answer.json()
        } finally {
          running--
        }
      },
    }
    const uploads = createUploads({
      http: http as unknown as HttpClient, // only this one method is called
      dialect: 'kontor',
      limits: () => ({ mode: 'local', maxSize: 10_000_000, allowedSuffixes: ['png'], allowedMimeTypes: [] }),
      text: (key) => key,
    })
    const files = await Promise.all([1, 2, 3, 4, 5, 6].map(async (n) => new File([await picture(n)], `${n}.png`)))
    const tasks = files.map((one) => uploads.start(one))
    const refused = uploads.start(new File(['x'], 'x.exe'))
    expect(refused.state).toMatchObject({ status: 'failed', message: 'validate.uploadType' })
    await expect.poll(() => gates.length).toBe(3)
    expect(tasks.map((task) => task.state.status)).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting', 'waiting'])
    tasks[3]?.cancel()
    expect(await tasks[3]?.done).toBeUndefined()
    expect(tasks[3]?.state.status).toBe('cancelled')
    for (let i = 0; i < 5; i++) {
      await expect.poll(() => gates.length).toBeGreaterThan(i)
      gates[i]?.()
    }
    const stored = await Promise.all(tasks.map((task) => task.done))
    expect(stored.map((one) => one?.name)).toEqual(['1.png', '2.png', '3.png', undefined, '5.png', '6.png'])
    expect(most).toBe(3)
  } finally {
    await server.close()
  }
})
