import { useRef, useState } from 'react'

/** Something that a button opens. `close` gives the focus back to the button. */
export function useOpener() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return { open, setOpen, button, close }
}
