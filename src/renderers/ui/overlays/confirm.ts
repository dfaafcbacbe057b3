import type { ReactNode } from 'react'

export interface ConfirmOptions {
  title?: string
  /** Name of the button that goes ahead; a verb. */
  yes?: string
  no?: string
  /** The button is red, and the focus starts on the other one. */
  danger?: boolean
  /** More than the one sentence. */
  details?: ReactNode
}

export interface Question extends ConfirmOptions {
  text: string
  answer: (yes: boolean) => void
}

type Asker = (question: Question) => void
let asker: Asker | null = null

/** The one host (ConfirmHost) that shows the questions; null when it goes away. */
export function setAsker(next: Asker | null): void {
  asker = next
}

/** Asks the person; true when they go ahead. Without a host on the page the answer is no. */
export function confirm(text: string, options: ConfirmOptions = {}): Promise<boolean> {
  return new Promise((resolve) => {
    if (asker) asker({ ...options, text, answer: resolve })
    else resolve(false)
  })
}
