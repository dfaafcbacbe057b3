import type { CallError } from '../callError.ts'

/** A sign-in over the page that calls wait for. */
export interface Waiting {
  token: Promise<string>
  resolve(token: string): void
  reject(error: CallError): void
}

/** Makes one that nobody has answered yet. */
export function newWaiting(): Waiting {
  let settle: Pick<Waiting, 'resolve' | 'reject'> = { resolve: () => undefined, reject: () => undefined }
  const token = new Promise<string>((resolve, reject) => {
    settle = { resolve, reject }
  })
  token.catch(() => undefined) // nobody may be waiting
  return { token, ...settle }
}
