import { describe, expect, test, vi } from 'vitest'
import { Loader, reasonOf } from '../../src/runtime/loader.ts'

/** An answer that the test gives when it likes. */
function deferred() {
  let resolve: (value: string) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<string>((done, failed) => {
    resolve = done
    reject = failed
  })
  const load = vi.fn((_signal: AbortSignal) => promise)
  return { load, resolve, reject, signal: () => load.mock.calls[0]?.[0] }
}

const settled = () => new Promise((done) => setTimeout(done))

describe('a loader', () => {
  test('holds the answer once it has come', async () => {
    const loader = new Loader<string>()
    const first = deferred()
    loader.ask('a', first.load)
    expect(loader.state()).toMatchObject({ value: undefined, loading: true, attempt: 1 })
    first.resolve('A')
    await settled()
    expect(loader.state()).toMatchObject({ question: 'a', value: 'A', error: undefined, loading: false })
  })

  test('drops and aborts an earlier question, even when its answer comes last', async () => {
    const loader = new Loader<string>()
    const [first, second] = [deferred(), deferred()]
    loader.ask('a', first.load)
    loader.ask('b', second.load)
    expect(first.signal()?.aborted).toBe(true)
    second.resolve('B')
    await settled()
    first.resolve('A')
    await settled()
    expect(loader.state()).toMatchObject({ question: 'b', value: 'B', loading: false })
  })

  test('drops the failure of an earlier question', async () => {
    const loader = new Loader<string>()
    const [first, second] = [deferred(), deferred()]
    loader.ask('a', first.load)
    loader.ask('b', second.load)
    first.reject(new Error('too late'))
    second.resolve('B')
    await settled()
    expect(loader.state()).toMatchObject({ value: 'B', error: undefined })
  })

  test('keeps its value while the same question is asked again, and when that fails', async () => {
    const loader = new Loader<string>()
    const [first, second] = [deferred(), deferred()]
    loader.ask('a', first.load)
    first.resolve('A')
    await settled()
    loader.ask('a', second.load)
    expect(loader.state()).toMatchObject({ question: 'a', value: 'A', loading: true, attempt: 2 })
    second.reject(new Error('no network'))
    await settled()
    expect(loader.state()).toMatchObject({ value: 'A', loading: false })
    expect(reasonOf(loader.state().error)).toBe('no network')
  })

  test('has no value for a new question that failed', async () => {
    const loader = new Loader<string>()
    const [first, second] = [deferred(), deferred()]
    loader.ask('a', first.load)
    first.resolve('A')
    await settled()
    loader.ask('b', second.load)
    second.reject('refused')
    await settled()
    expect(loader.state()).toMatchObject({ question: 'b', value: undefined, error: 'refused' })
  })

  test('clears the error as soon as it is asked again', async () => {
    const loader = new Loader<string>()
    const [first, second] = [deferred(), deferred()]
    loader.ask('a', first.load)
    first.reject(new Error('no network'))
    await settled()
    loader.ask('a', second.load)
    expect(loader.state()).toMatchObject({ error: undefined, loading: true })
    second.resolve('A')
    await settled()
    expect(loader.state()).toMatchObject({ value: 'A', error: undefined })
  })

  test('hears nothing of an answer after it was cancelled', async () => {
    const loader = new Loader<string>()
    const first = deferred()
    loader.ask('a', first.load)
    const changed = vi.fn()
    loader.subscribe(changed)
    loader.cancel()
    first.resolve('A')
    await settled()
    expect(first.signal()?.aborted).toBe(true)
    expect(changed).not.toHaveBeenCalled()
    expect(loader.state().value).toBeUndefined()
  })

  test('calls back after each change until it is unsubscribed', async () => {
    const loader = new Loader<string>()
    const changed = vi.fn()
    const unsubscribe = loader.subscribe(changed)
    const first = deferred()
    loader.ask('a', first.load)
    first.resolve('A')
    await settled()
    expect(changed).toHaveBeenCalledTimes(2)
    unsubscribe()
    loader.ask('b', deferred().load)
    expect(changed).toHaveBeenCalledTimes(2)
  })
})
