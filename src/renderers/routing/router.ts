import { type ComponentType, createElement, type ReactNode } from 'react'
import {
  createPath,
  type Location,
  matchRoutes,
  NavigationType,
  type Navigator,
  type Params,
  resolvePath,
  type To,
} from 'react-router-dom'
import { type Guard, guarded } from './guard.ts'
import type { RouterHistory } from './history.ts'

/** A page by the pattern of its path: what is drawn, or what loads the component. */
export type AppRoute = { path: string } & ({ element: ReactNode } | { load: () => Promise<ComponentType> })

/** What an address shows: nothing yet (the code of the first page is on its way), a page, no page at all, or why its code did not load. */
export type Shown =
  | { type: 'first' }
  | { type: 'page'; page: ReactNode }
  | { type: 'unmatched' }
  | { type: 'fault'; error: unknown }

/** Where the person is. */
export interface Place {
  location: Location
  cameBy: NavigationType
  /** What the pattern of the path names. */
  params: Params
  shown: Shown
  /** The code of the next page is on its way. */
  isBusy: boolean
  /** Settles when it is to be drawn; absent: at once. Never rejects. */
  ready?: Promise<unknown> | undefined
}

/** Asks for what the screen at an address needs. Returns what its drawing waits for, which settles soon and never rejects. */
export type Ahead = (location: Location) => Promise<unknown> | undefined

/** The one who knows where the person is, and moves them. */
export interface AppRouter {
  /** The same object until something changes. Changes before React draws it. */
  place(): Place
  /** Calls back on every change of the place. Returns the function that ends this. */
  subscribe(listener: () => void): () => void
  /**
   * Goes to a path, once the code of its page is there. Another call meanwhile takes its place. To the path where one is: in place of its
   * entry, not as a step of its own.
   */
  navigate(to: To, options?: { replace?: boolean; state?: unknown }): void
  /** Asks before the address changes, the last one only. Returns the function that ends this. */
  guard(guard: Guard): () => void
  /** Asked with each change of the address, before anybody else hears of it. */
  ahead?: Ahead | undefined
  /** The same for react-router. */
  navigator: Navigator
}

/** Makes a router over the entries of a history. It listens for good. A page whose code did not load is tried again at the next visit. */
export function createAppRouter(history: RouterHistory, routes: readonly AppRoute[]): AppRouter {
  const listeners = new Set<() => void>()
  const pageOf = createPages(routes)
  let place: Place = { location: history.location, cameBy: history.action, params: {}, shown: { type: 'first' }, isBusy: false }
  let turns = 0

  function change(next: Partial<Place>): void {
    place = { ...place, ...next }
    for (const listener of [...listeners]) listener()
  }

  function go(location: Location, cameBy: NavigationType): void {
    const turn = ++turns
    const { params, shown } = pageOf(location)
    const arrive = (at: Shown) => {
      if (turn !== turns) return
      if (cameBy === NavigationType.Push) history.push(location, location.state)
      else if (cameBy === NavigationType.Replace) history.replace(location, location.state)
      guards.arrived()
      change({ location, cameBy, params, shown: at, isBusy: false, ready: router.ahead?.(location) })
    }
    if (shown instanceof Promise) {
      void shown.then(arrive)
      if (!place.isBusy) change({ isBusy: true })
    } else arrive(shown)
  }

  const guards = guarded(history, go)

  function navigate(to: To, { replace = false, state = null }: { replace?: boolean; state?: unknown } = {}): void {
    const path = resolvePath(to, place.location.pathname)
    const location = { ...path, ...history.encodeLocation(path), state, key: newKey() }
    // As browsers do it: where one is already is no further step, though the first of two clicks may not be drawn yet.
    const stays = createPath(location) === createPath(place.location)
    guards.pass(location, () => go(location, replace || stays ? NavigationType.Replace : NavigationType.Push))
  }

  const router: AppRouter = {
    place: () => place,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    navigate,
    guard: guards.add,
    navigator: {
      createHref: history.createHref,
      createURL: history.createURL,
      encodeLocation: history.encodeLocation,
      go: history.go,
      push: (to, state: unknown) => navigate(to, { state }),
      replace: (to, state: unknown) => navigate(to, { replace: true, state }),
    },
  }
  go(place.location, place.cameBy)
  return router
}

const newKey = () => Math.random().toString(36).slice(2, 10)

/** Finds the page of an address: at once, or as a promise that never rejects while its code is on its way. */
function createPages(routes: readonly AppRoute[]) {
  const table = [...routes]
  const loaded = new Map<string, ComponentType>()
  const coming = new Map<string, Promise<Shown>>()

  function fetch(path: string, load: () => Promise<ComponentType>): Promise<Shown> {
    const earlier = coming.get(path)
    if (earlier) return earlier
    const now = load().then(
      (component): Shown => {
        loaded.set(path, component)
        return draw(component)
      },
      (error: unknown): Shown => {
        coming.delete(path)
        return { type: 'fault', error }
      },
    )
    coming.set(path, now)
    return now
  }

  return (location: Location): { params: Params; shown: Shown | Promise<Shown> } => {
    const match = matchRoutes(table, location)?.[0]
    if (!match) return { params: {}, shown: { type: 'unmatched' } }
    const { params, route } = match
    if ('element' in route) return { params, shown: { type: 'page', page: route.element } }
    const component = loaded.get(route.path)
    return { params, shown: component ? draw(component) : fetch(route.path, route.load) }
  }
}

const draw = (component: ComponentType): Shown => ({ type: 'page', page: createElement(component) })
