/** Kinds of work that a person waits for; `money` is a running refund, and its id that of its row; `module` a change of modules, and its id the browser's. */
export const workKinds = ['export', 'import', 'bulk', 'couponSend', 'money', 'module'] as const
export type WorkKind = (typeof workKinds)[number]

/** State of a person's job, as the live feed and polling report it. */
export interface WorkNews {
  kind: WorkKind
  id: number
  status: number
  /** Percent. */
  progress: number
  /** Rows done, and rows in all as far as that is known. */
  done: number
  total: number
}
