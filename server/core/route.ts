/** Who may call a handler. There is no default: a handler without it does not start. */
export type Access =
  | { type: 'public' }
  | { type: 'login' }
  /** Super administrators alone: `node` is the rule that leads there, and who holds it is refused all the same. */
  | { type: 'super'; node: string }
  /** Full path of a permission node: `routine/config/edit`. Compared without case. */
  | { type: 'node'; node: string }
  /** One of these nodes is enough (options of a select that several forms have). */
  | { type: 'anyNode'; nodes: readonly string[] }

export type HandlerMethod = 'GET' | 'POST' | 'DELETE'

/** One address of the wire, `/<app>/<controller>/<action>`, matched without regard to case, and who may call it. */
export interface Route {
  app: 'admin' | 'api'
  /** `routine.Config` */
  controller: string
  /** `index` */
  action: string
  /** A GET handler gets no `write`: it changes nothing (decision 5). */
  method: HandlerMethod
  access: Access
  /** Takes a form with files (`ctx.multipart`) instead of JSON. */
  multipart?: true
  /** What a person likes to see is no act of an administrator: it has no row in their log. */
  isUnlogged?: true
  /** Reads the path, the bytes and the headers as they came (`ctx.raw`): a signature is over them. */
  raw?: true
  /** Word of `msg` when it worked, such as `success.saved`; without one `msg` is ''. */
  successMessage?: string
  /** The page whose word that may be; a shared one otherwise. */
  page?: string
}
