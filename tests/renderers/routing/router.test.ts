import { isValidElement } from 'react'
import { createPath, UNSAFE_createMemoryHistory } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { type AppRoute, createAppRouter } from '../../../src/renderers/routing/router.ts'

const Late = () => null
const routes = (load: () => Promise<typeof Late> = async () => Late): AppRoute[] => [
  { path: '/', element: 'home' },
  { path: '/a', element: 'a' },
  { path: '/goods/:id', element: 'goods' },
  { path: '/late', load },
]

function open(initialEntries: string[], table = routes()) {
  const history = UNSAFE_createMemoryHistory({ initialEntries })
  const router = createAppRouter(history, table)
  const seen = () => ({ at: createPath(history.location), entry: history.index, drawn: drawn() })
  const drawn = () => {
    const { shown, location } = router.place()
    const what = shown.type === 'page' ? (isValidElement(shown.page) ? shown.page.type : shown.page) : shown.type
    return [location.pathname, what]
  }
  return { history, router, seen, drawn }
}

/** Lets what has been awaited go on. */
const settled = () => new Promise((done) => setTimeout(done))

test('a page is there at once; what its pattern names is told, and what was left with it', () => {
  const { router, drawn } = open(['/'])
  expect(drawn()).toEqual(['/', 'home'])
  router.navigate('/goods/7?from=a', { state: { over: 1 } })
  expect(drawn()).toEqual(['/goods/7', 'goods'])
  expect(router.place()).toMatchObject({
    params: { id: '7' },
    cameBy: 'PUSH',
    location: { search: '?from=a', state: { over: 1 } },
  })
  router.navigate('/nowhere', { replace: true })
  expect(drawn()).toEqual(['/nowhere', 'unmatched'])
  expect(router.place().cameBy).toBe('REPLACE')
})

test('going where one is already is no step of its own: after a double click Back leads to the page before', async () => {
  const { router, seen } = open(['/'])
  router.navigate('/a?page=2')
  router.navigate('/a?page=2', { state: { over: 1 } })
  expect(seen()).toEqual({ at: '/a?page=2', entry: 1, drawn: ['/a', 'a'] })
  expect(router.place()).toMatchObject({ cameBy: 'REPLACE', location: { state: { over: 1 } } })
  router.navigate('/a')
  expect(seen()).toEqual({ at: '/a', entry: 2, drawn: ['/a', 'a'] })
  router.navigate('/late')
  router.navigate('/late')
  await settled()
  router.navigate('/late')
  expect(seen()).toEqual({ at: '/late', entry: 3, drawn: ['/late', Late] })
})

test('while the code of a page is on its way the one before stays, address and all; the next time it is there at once', async () => {
  const load = vi.fn(async () => Late)
  const { router, seen } = open(['/'], routes(load))
  router.navigate('/late')
  expect(seen()).toEqual({ at: '/', entry: 0, drawn: ['/', 'home'] })
  expect(router.place().isBusy).toBe(true)
  await settled()
  expect(seen()).toEqual({ at: '/late', entry: 1, drawn: ['/late', Late] })
  expect(router.place().isBusy).toBe(false)
  router.navigate('/a')
  router.navigate('/late')
  expect(seen()).toEqual({ at: '/late', entry: 3, drawn: ['/late', Late] })
  expect(load).toHaveBeenCalledOnce()
})

test('the first page has nothing before it', async () => {
  const { drawn } = open(['/late'])
  expect(drawn()).toEqual(['/late', 'first'])
  await settled()
  expect(drawn()).toEqual(['/late', Late])
})

test('whoever goes on before the code has come does not come back to it', async () => {
  const { router, seen } = open(['/'])
  router.navigate('/late')
  router.navigate('/a')
  expect(router.place().isBusy).toBe(false)
  await settled()
  expect(seen()).toEqual({ at: '/a', entry: 1, drawn: ['/a', 'a'] })
})

test('code that does not come is a fault at its address, and is asked for again at the next visit', async () => {
  const load = vi.fn(async () => Late).mockRejectedValueOnce(new Error('gone'))
  const { router, drawn } = open(['/'], routes(load))
  router.navigate('/late')
  await settled()
  expect(drawn()).toEqual(['/late', 'fault'])
  router.navigate('/late', { replace: true })
  await settled()
  expect(drawn()).toEqual(['/late', Late])
})

test('a guard stops a step until it is told to go on, once', () => {
  const { router, seen } = open(['/'])
  const stopped: (() => void)[] = []
  const unguard = router.guard((next, proceed) => next.pathname === '/a' && stopped.push(proceed) > 0)
  router.navigate('/a?x=1')
  expect(seen()).toEqual({ at: '/', entry: 0, drawn: ['/', 'home'] })
  stopped[0]?.()
  expect(seen()).toEqual({ at: '/a?x=1', entry: 1, drawn: ['/a', 'a'] })
  router.navigate('/')
  router.navigate('/a')
  expect(stopped).toHaveLength(2)
  unguard()
  router.navigate('/a')
  expect(seen()).toEqual({ at: '/a', entry: 3, drawn: ['/a', 'a'] })
})

test('a step back that is stopped leaves the entries as they were, and can still be taken', async () => {
  const { history, router, seen } = open(['/'])
  router.navigate('/goods/1')
  router.navigate('/a')
  const stopped: (() => void)[] = []
  router.guard((_next, proceed) => stopped.push(proceed) > 0)
  history.go(-2)
  expect(seen()).toEqual({ at: '/a', entry: 2, drawn: ['/a', 'a'] })
  history.go(-1)
  expect(seen()).toEqual({ at: '/a', entry: 2, drawn: ['/a', 'a'] })
  expect(stopped).toHaveLength(2)
  stopped[0]?.()
  await settled()
  expect(seen()).toEqual({ at: '/', entry: 0, drawn: ['/', 'home'] })
  expect(router.place().cameBy).toBe('POP')
  history.go(1)
  expect(stopped).toHaveLength(3)
  expect(seen().entry).toBe(0)
})

test('whoever follows hears of a change, before anything is drawn, until they stop', () => {
  const { router } = open(['/'])
  const heard: string[] = []
  const stop = router.subscribe(() => heard.push(router.place().location.pathname))
  router.navigate('/a')
  expect(heard).toEqual(['/a'])
  stop()
  router.navigate('/')
  expect(heard).toEqual(['/a'])
})

test('what a screen needs is asked for before anybody hears of the change, and its drawing waits for that', () => {
  const { router } = open(['/'])
  const ready = Promise.resolve()
  const heard: unknown[] = []
  router.subscribe(() => heard.push(router.place().location.pathname, router.place().ready))
  router.ahead = ({ pathname }) => {
    heard.push(`ask ${pathname}`)
    return pathname === '/a' ? ready : undefined
  }
  router.navigate('/a')
  router.navigate('/goods/7')
  expect(heard).toEqual(['ask /a', '/a', ready, 'ask /goods/7', '/goods/7', undefined])
})
