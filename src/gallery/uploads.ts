import type { UploadedFile, Uploads } from '../runtime/http/upload.ts'

/** Pictures of the demo shop, as if they had been uploaded. */
const there: readonly UploadedFile[] = Array.from({ length: 30 }, (_, i) => {
  const name = `goods-${String(i + 1).padStart(2, '0')}.svg`
  return { id: i + 1, url: `/demo/${name}`, name, size: 1024, mimetype: 'image/svg+xml', suffix: 'svg' }
})

let count = 0

/** The way of files in the gallery, where no server is asked: whatever is sent becomes the next picture of the demo shop. */
export const galleryUploads: Uploads = {
  start(file) {
    const state = { name: file.name, size: file.size, status: 'done' as const, sent: 1, message: '', mayRetry: false }
    return { id: ++count, file, state, cancel: () => undefined, done: Promise.resolve(there[count % there.length]) }
  },
  async existing({ page, limit, search }) {
    const found = there.filter(({ name }) => name.includes(search))
    return { list: found.slice((page - 1) * limit, page * limit), total: found.length }
  },
}
