import { UNSAFE_createBrowserHistory } from 'react-router-dom'
import { expect, test } from 'vitest'
import { historyBehind } from '../../src/renderers/app/entrance.ts'

/** As much of a window as a history needs. */
function fakeWindow(path: string) {
  const location = new URL(`http://shop.example${path}`)
  const shown: string[] = []
  const show = (state: unknown, url: string) => {
    location.href = new URL(url, location).href
    shown.push(url)
    history.state = state
  }
  const history = {
    state: null as unknown,
    pushState: (state: unknown, _title: string, url: string) => show(state, url),
    replaceState: (state: unknown, _title: string, url = location.href) => show(state, url),
    go: () => {},
  }
  const window = { location, history, addEventListener: () => {}, removeEventListener: () => {} }
  return { window: window as unknown as Window, at: () => location.pathname + location.search, shown }
}

test('where the entrance is /office, routes of the back office have addresses below it', () => {
  const { window, at } = fakeWindow('/office/auth/group?page=2')
  const history = historyBehind('/office', UNSAFE_createBrowserHistory({ window }))
  expect(history.location).toMatchObject({ pathname: '/admin/auth/group', search: '?page=2' })
  history.push('/admin/auth/rule?x=1')
  expect(at()).toBe('/office/auth/rule?x=1')
  history.replace({ pathname: '/admin/login', search: '', hash: '' })
  expect([at(), history.location.pathname]).toEqual(['/office/login', '/admin/login'])
  expect(history.createHref('/admin/auth/admin')).toBe('/office/auth/admin')
  expect(history.createHref({ pathname: '/user/login', search: '', hash: '' })).toBe('/user/login')
})

test('the address that the back office had is a page that does not exist', () => {
  const { window } = fakeWindow('/admin/login')
  expect(historyBehind('/office', UNSAFE_createBrowserHistory({ window })).location.pathname).toBe('/404')
  expect(historyBehind('', UNSAFE_createBrowserHistory({ window })).location.pathname).toBe('/404')
})
