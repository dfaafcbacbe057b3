import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Schema } from '../../../codegen/schema/schema.ts'
import { messageOf } from '../../../src/schemas/errors.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { nearest } from '../../../src/schemas/language/issue.ts'
import type { RowAction, ScreenHooks } from '../../crud/domain.ts'
import { type ScreenCode, Screens } from '../../face.ts'
import type { ServerModule } from '../../modules/module.ts'
import { codeFiles, codeHash, codeFolder as folder, WorkspaceError, type WorkspaceFiles } from './files.ts'

/** The code of a workspace: what its screens do beyond their pages. */
export interface WorkspaceCode {
  /** Of the files in `server/`. */
  hash: string
  /** By the id of the screen: the file that says it, and what it says. */
  screens: ReadonlyMap<string, { file: string; code: ScreenCode }>
}

const face = new URL('../../face.ts', import.meta.url).href
/** Marks addresses of modules with the state they are read in, so that a change is read again. */
const mark = 'workspace'

let isHooked = false

/**
 * `kontor/server` is this server's own face, wherever the workspace is; what a file imports beside it is read in the same state as it. All of it
 * are ES modules, whatever package.json says: `npm init -y` writes `"type": "commonjs"`.
 */
function hook(): void {
  if (isHooked) return
  isHooked = true
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'kontor/server') return { url: face, shortCircuit: true }
      const found = next(specifier, context)
      const state = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get(mark)
      const isOwn = state !== null && /^\.{1,2}\//.test(specifier)
      const url = isOwn ? `${found.url}?${mark}=${state}` : found.url
      return new URL(url).searchParams.has(mark) ? { ...found, url, format: formatOf(url) ?? found.format } : found
    },
  })
}

function formatOf(url: string): string | undefined {
  const [, ending] = /\.(ts|mts|js|mjs)\?/.exec(url) ?? []
  return ending === undefined ? undefined : ending.endsWith('ts') ? 'module-typescript' : 'module'
}

/**
 * Reads the code of a workspace: each file directly in `server/`, and what those import. Throws `WorkspaceError`, which names the file and,
 * where it is known, the line.
 */
export async function loadCode(workspace: string): Promise<WorkspaceCode | undefined> {
  const hash = codeHash(workspace)
  if (hash === '') return undefined
  hook()
  const screens = new Map<string, { file: string; code: ScreenCode }>()
  for (const file of codeFiles(workspace).filter((name) => name.split('/').length === 2)) {
    const given = await defaultOf(workspace, file, hash)
    for (const [id, code] of given.byId) {
      const other = screens.get(id)
      if (other) throw new WorkspaceError(`${file}: the screen "${id}" has code in ${other.file} already`)
      requireMembers(file, id, code)
      screens.set(id, { file, code })
    }
  }
  return { hash, screens }
}

async function defaultOf(workspace: string, file: string, hash: string): Promise<Screens> {
  const url = pathToFileURL(join(workspace, file)).href
  const module: { default?: unknown } = await import(`${url}?${mark}=${hash}`).catch((error: unknown) => {
    throw new WorkspaceError(`${placeIn(workspace, error) ?? file}: ${messageOf(error)}`, { cause: error })
  })
  if (module.default instanceof Screens) return module.default
  throw new WorkspaceError(`${file}: export what defineScreens of "kontor/server" gives as default`)
}

/** The first place of an error in the workspace, as `server/tasks.ts:3:5`. */
function placeIn(workspace: string, error: unknown): string | undefined {
  const root = pathToFileURL(join(workspace, folder)).href
  const stack = error instanceof Error ? String(error.stack) : ''
  const at = stack.indexOf(root)
  const found = at < 0 ? null : /^([^\s?)]+)(?:\?[^\s:)]*)?((?::\d+){0,2})/.exec(stack.slice(at))
  return found ? `${folder}${fileURLToPath(found[1] ?? '').slice(join(workspace, folder).length)}${found[2]}` : undefined
}

const members = { actions: true, hooks: true } satisfies Record<keyof ScreenCode, true>
const hookNames = {
  addExtra: true,
  afterDelete: true,
  afterRestore: true,
  afterSave: true,
  beforeDelete: true,
  beforeDestroy: true,
  beforeSave: true,
  buildAdmin: true,
  computes: true,
  copied: true,
  decided: true,
  decorate: true,
  denied: true,
  exported: true,
  filters: true,
  inLanguage: true,
  judgesAlone: true,
  listExtra: true,
  narrowList: true,
  otherCalls: true,
  prepare: true,
  receive: true,
  rowReads: true,
  rowScope: true,
  saved: true,
  select: true,
  showsRelated: true,
  steady: true,
  validate: true,
} satisfies Record<keyof ScreenHooks, true>
const actionMembers = {
  answer: true,
  before: true,
  lock: true,
  prepare: true,
  refuse: true,
  run: true,
  runAll: true,
  sends: true,
} satisfies Record<keyof RowAction, true>

/** Members that are misspelt would do nothing. */
function requireMembers(file: string, id: string, code: unknown): void {
  const check = (value: unknown, place: string, known: object) => {
    if (!isObject(value)) throw new WorkspaceError(`${file}: ${place} is no object`)
    const names = Object.keys(known)
    for (const name of Object.keys(value))
      if (!names.includes(name)) throw new WorkspaceError(`${file}: ${place} has no "${name}"${suggestion(name, names)}`)
  }
  check(code, `"${id}"`, members)
  const { actions, hooks } = code as ScreenCode
  if (hooks !== undefined) check(hooks, `"${id}".hooks`, hookNames)
  if (actions === undefined) return
  if (!isObject(actions)) throw new WorkspaceError(`${file}: "${id}".actions is no object`)
  for (const [call, action] of Object.entries(actions)) check(action, `"${id}".actions.${call}`, actionMembers)
}

function suggestion(word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  return meant === undefined ? '' : `. Did you mean "${meant}"?`
}

/** The code as a module of the server. Throws `WorkspaceError` where it is of a screen that the workspace has not, or of an unknown action. */
export function moduleOf({ screens }: WorkspaceCode, files: WorkspaceFiles, schema: Schema): ServerModule {
  const own = [...schema.pages.keys()].filter((id) => files.has(`pages/${id}/page.json`))
  const rowActions: Record<string, RowAction> = {}
  const screenHooks: Record<string, ScreenHooks> = {}
  for (const [id, { file, code }] of screens) {
    const page = own.includes(id) ? schema.pages.get(id) : undefined
    if (!page) throw new WorkspaceError(`${file}: the workspace has no screen "${id}"${suggestion(id, own)}`)
    const calls = Object.values(page.actions).map(({ call }) => call)
    for (const [call, action] of Object.entries(code.actions ?? {})) {
      if (!calls.includes(call))
        throw new WorkspaceError(`${file}: the screen "${id}" has no action with the call "${call}"${suggestion(call, calls)}`)
      rowActions[`${id}.${call}`] = action
    }
    if (code.hooks) screenHooks[id] = code.hooks
  }
  return { name: 'workspace', rowActions, screenHooks }
}
