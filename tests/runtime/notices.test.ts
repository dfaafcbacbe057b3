import { expect, it } from 'vitest'
import { createNotices } from '../../src/runtime/notices.ts'

const texts = (notices: ReturnType<typeof createNotices>) => notices.state.queue.map(({ text }) => text)

it('shows the newest four of what went well, and everything that went wrong or stays', () => {
  const notices = createNotices()
  notices.push('error', 'lost')
  notices.push('info', 'a new version', { stays: true })
  for (let n = 1; n <= 8; n++) notices.push('success', `saved ${n}`, { undo: () => undefined })
  notices.push('warning', 'slow')
  expect(texts(notices)).toEqual(['lost', 'a new version', 'saved 5', 'saved 6', 'saved 7', 'saved 8', 'slow'])
})

it('keeps the newest twenty of what went wrong', () => {
  const notices = createNotices()
  for (let n = 1; n <= 25; n++) notices.push('error', `failed ${n}`)
  expect(texts(notices)).toEqual(Array.from({ length: 20 }, (_, i) => `failed ${i + 6}`))
})
