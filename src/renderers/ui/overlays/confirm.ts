import type { ReactNode } from 'react'

export interface ConfirmOptions {
  /** Without one: the name of the button. */
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

/** What shows the questions. */
export interface QuestionHost {
  ask(question: Question): void
  /** Answers no to all that is being asked. */
  withdraw(): void
}

let host: QuestionHost | null = null

/** The one host (ConfirmHost) that shows the questions; null when it goes away. */
export function setQuestionHost(next: QuestionHost | null): void {
  host = next
}

/** Asks the person; true when they go ahead. Without a host on the page the answer is no. */
export function confirm(text: string, options: ConfirmOptions = {}): Promise<boolean> {
  return new Promise((resolve) => {
    if (host) host.ask({ ...options, text, answer: resolve })
    else resolve(false)
  })
}

/** Answers no to all that is being asked. */
export function withdrawQuestions(): void {
  host?.withdraw()
}
