import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startKontor } from 'kontor/testing'

// npm test: a server of its own, with an empty database and the screens of this folder.
const kontor = await startKontor()
after(() => kontor.close())

test('a task is added, done and reopened', async () => {
  const owner = await kontor.signIn()
  const { id } = await owner.post('/admin/work.Task/add', {
    title: 'Order paper',
    owner_id: 1,
    due: '2030-01-31',
    budget: '12.50',
  })
  await owner.post('/admin/work.Task/finish', { ids: [id] })
  const { list } = await owner.get('/admin/work.Task/index')
  assert.equal(list[0].status, '2')
  await owner.post('/admin/work.Task/reopen', { ids: [id] })
  assert.equal((await owner.get('/admin/work.Task/index')).list[0].status, '1')
})

test('a task is postponed by a week, unless it has no day', async () => {
  const owner = await kontor.signIn()
  const { id } = await owner.post('/admin/work.Task/add', { title: 'Clean the office', owner_id: 1, due: '2030-01-31' })
  await owner.post('/admin/work.Task/postpone', { ids: [id] })
  const { list } = await owner.get('/admin/work.Task/index')
  assert.equal(list.find((task) => task.id === id).due, '2030-02-07')
  const some = await owner.post('/admin/work.Task/add', { title: 'Some day', owner_id: 1 })
  await assert.rejects(owner.post('/admin/work.Task/postpone', { ids: [some.id] }), /no day to count from/)
})

test('a task needs a title', async () => {
  const owner = await kontor.signIn()
  await assert.rejects(owner.post('/admin/work.Task/add', { title: '', owner_id: 1 }), /Task/)
})
