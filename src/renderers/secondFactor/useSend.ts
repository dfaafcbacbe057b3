import { type RefObject, useEffect, useRef, useState } from 'react'
import { CallError } from '../../runtime/callError.ts'

/** What is wrong, beside its field or (`form`) above them. */
export interface Faults {
  password?: string | undefined
  totp?: string | undefined
  form?: string | undefined
}

export interface Send {
  form: RefObject<HTMLFormElement | null>
  busy: boolean
  faults: Faults
  /** Shows what is wrong and goes to the first field of it. */
  show(faults: Faults): void
  /** Sends something; what the server refuses is shown. Nothing happens while a call is under way. */
  send(work: () => Promise<void>): Promise<void>
}

/** Moves the focus into what took the place of something else, at its first field, else its first button. */
export function useFocusOn(box: RefObject<HTMLElement | null>, what: unknown): void {
  const before = useRef(what)
  useEffect(() => {
    if (before.current === what) return
    before.current = what
    const dialog = box.current?.closest('[role="dialog"]')
    const first = dialog?.querySelector<HTMLElement>('form input') ?? dialog?.querySelector<HTMLElement>('footer button')
    first?.focus()
  }, [box, what])
}

/** One form of the dialogs: its errors, and whether it is being sent. */
export function useSend(): Send {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const show = (next: Faults) => {
    setFaults(next)
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus())
  }
  const send = async (work: () => Promise<void>) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { password, totp } = error.fieldErrors
      show(password || totp ? { password, totp } : { form: error.message })
    } finally {
      setBusy(false)
    }
  }
  return { form, busy, faults, show, send }
}
