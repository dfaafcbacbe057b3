/** Work that a form waits for. */
export interface Settled {
  /** To true when all of it brought something. */
  promise: Promise<boolean>
  resolve(isFull: boolean): void
  isFull: boolean
}

/** Makes one that nothing was lost of so far. */
export function newSettled(): Settled {
  let resolve: Settled['resolve'] = () => undefined
  const promise = new Promise<boolean>((settle) => {
    resolve = settle
  })
  return { promise, resolve, isFull: true }
}
