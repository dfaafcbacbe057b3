import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A component whose code is a chunk of its own. */
export type LazyComponent<Props extends object> = ComponentType<Props & { wait?: ReactNode }> & {
  /** Starts loading the code, so that it is there when it is wanted. Failures show where it is drawn. */
  preload(): void
}

/**
 * Renders a component once its code has loaded, and `wait` (default nothing) until then. Preloaded code renders at once, unlike React's
 * `lazy`, which shows new content no sooner than 300 ms after the last fallback. A load failure throws to the error boundary; rendering
 * again retries.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined

  function fetch(): Promise<void> {
    loading ??= load().then(
      (component) => {
        loaded = component
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function WhenLoaded({ wait = null, ...props }: Props & { wait?: ReactNode }) {
    const Loaded = useLoaded(() => loaded, fetch)
    // What is left of the props without `wait` is what the component asks for.
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : wait
  }

  return Object.assign(WhenLoaded, { preload: () => void fetch().catch(() => undefined) })
}

function useLoaded<Loaded>(peek: () => Loaded | undefined, fetch: () => Promise<void>): Loaded | undefined {
  const [failed, setFailed] = useState<{ error: unknown } | null>(null)
  const [, setRound] = useState(0)
  const loaded = peek()
  // Code that is there when the component is first drawn is not waited for.
  const [isMissing] = useState(loaded === undefined)
  useEffect(() => {
    if (!isMissing) return
    let here = true
    fetch().then(
      () => here && setRound(1),
      (error: unknown) => here && setFailed({ error }),
    )
    return () => {
      here = false
    }
  }, [isMissing, fetch])
  if (failed) throw failed.error
  return loaded
}
