import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** What floats, lowest first. Escape belongs to the topmost layer only; a modal makes everything below it inert. */
interface Layer {
  escape: () => void
  modal: HTMLElement | null
}

const layers: Layer[] = []
const listeners = new Set<() => void>()

function onKeyDown(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  const top = layers.at(-1)
  if (!top) return
  event.preventDefault()
  event.stopPropagation()
  top.escape()
}

/** The bar above every dialog that stays usable, part of the root; its height is the root's `--above`. */
const aboveModals = '[data-above-modals]'

function refreshInert() {
  const modals = layers.flatMap((layer) => (layer.modal ? [layer.modal] : []))
  const root = document.getElementById('root')
  for (const part of root?.children ?? [])
    if (part instanceof HTMLElement) part.inert = modals.length > 0 && !part.matches(aboveModals)
  modals.forEach((modal, index) => {
    modal.inert = index < modals.length - 1
  })
  document.documentElement.classList.toggle('has-modal', modals.length > 0)
  for (const listener of listeners) listener()
}

/** Calls back when a modal opens or closes. Returns how to stop it. */
export function subscribeToModals(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const opened = new WeakMap<HTMLElement, number>()
let lastOpened = 0

/** Where a layer goes: on top, but a modal that reappears with its tab stays below those opened after it. */
function placeOf({ modal }: Layer): number {
  if (!modal) return layers.length
  const turn = opened.get(modal) ?? ++lastOpened
  opened.set(modal, turn)
  const above = layers.findIndex((layer) => layer.modal && (opened.get(layer.modal) ?? 0) > turn)
  return above < 0 ? layers.length : above
}

function push(layer: Layer): () => void {
  if (layers.length === 0) document.addEventListener('keydown', onKeyDown)
  layers.splice(placeOf(layer), 0, layer)
  refreshInert()
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    refreshInert()
    if (layers.length === 0) document.removeEventListener('keydown', onKeyDown)
  }
}

/** Whether a modal dialog or drawer is open: global shortcuts keep still then. */
export function isModalOpen(): boolean {
  return layers.some((layer) => layer.modal)
}

/** The modal dialog or drawer that is above all others; undefined while none is open. */
export function modalOnTop(): HTMLElement | undefined {
  return layers.findLast((layer) => layer.modal)?.modal ?? undefined
}

/** While `active`, Escape calls `onEscape` (and no layer below receives it). */
export function useLayer(active: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => (active ? push({ escape: () => latest.current(), modal: null }) : undefined), [active])
}

const focusableSelector =
  'a[href],button:not([disabled]),input:not([disabled]):not([type="hidden"]),select:not([disabled]),textarea:not([disabled]),[tabindex]:not([tabindex="-1"]),[contenteditable="true"]'

/** The elements below `root` that Tab reaches, in document order. */
export function focusable(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusableSelector)].filter((el) => el.tabIndex >= 0 && el.checkVisibility())
}

/** What was asked for, else the first control of the body, else the panel itself (a text to read needs no button focused). */
function firstFocus(root: HTMLElement): HTMLElement {
  const wanted = root.querySelector<HTMLElement>('[data-autofocus],[autofocus]')
  if (wanted) return wanted
  const body = root.querySelector<HTMLElement>('[data-modal-body]')
  return (body && focusable(body)[0]) ?? root.querySelector<HTMLElement>('[tabindex="-1"]') ?? root
}

/** Keeps Tab inside `root`. */
function trapTab(root: HTMLElement, event: KeyboardEvent) {
  if (event.key !== 'Tab') return
  const stops = focusable(root)
  const first = stops[0]
  const last = stops.at(-1)
  if (!first || !last) return event.preventDefault()
  const at = document.activeElement
  if (event.shiftKey ? at === first || at === root : at === last) {
    event.preventDefault()
    ;(event.shiftKey ? last : first).focus()
  }
}

function ancestorsOf(element: Element | null): Element[] {
  const above: Element[] = []
  for (let at = element?.parentElement; at; at = at.parentElement) above.push(at)
  return above
}

/** Where the focus goes when what had it is gone: to the row in its place, else to what is beside it. */
function nearest(around: readonly Element[]): HTMLElement | undefined {
  const left = around.find((element) => element.isConnected)
  // A whole dialog is gone: what it was opened from has the focus back.
  if (!(left instanceof HTMLElement) || left === document.body) return undefined
  return left.querySelector<HTMLElement>('tbody tr[tabindex="0"]') ?? focusable(left)[0]
}

/**
 * Remembers the focused element. The returned function focuses it again, or what took its place if it has been removed, even by the commit
 * that is under way.
 */
export function rememberFocus(): () => void {
  const from = document.activeElement
  const around = ancestorsOf(from)
  const giveBack = () => {
    if (from instanceof HTMLElement) (from.isConnected ? from : nearest(around))?.focus({ preventScroll: true })
  }
  return () => {
    giveBack()
    queueMicrotask(() => {
      if (document.activeElement === document.body) giveBack()
    })
  }
}

/** Makes the mounted element modal: the rest is inert, Tab stays inside, focus goes in and returns where it came from. */
export function useModal(ref: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useLayoutEffect(() => {
    const root = ref.current
    if (!root) return
    // A tab that goes to sleep takes its effects away but not what it drew outside of itself: so the layer hides it.
    root.hidden = false
    const giveBack = rememberFocus()
    const pop = push({ escape: () => latest.current(), modal: root })
    if (modalOnTop() === root && !root.contains(document.activeElement)) firstFocus(root).focus({ preventScroll: true })
    const onTab = (event: KeyboardEvent) => trapTab(root, event)
    root.addEventListener('keydown', onTab)
    return () => {
      root.removeEventListener('keydown', onTab)
      pop()
      root.hidden = true
      giveBack()
    }
  }, [ref])
}
