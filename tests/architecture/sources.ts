import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type ESTree, parseSync } from 'vite'

export const root = resolve(import.meta.dirname, '../..')

/** One import of a file: `target` is a path from the root for our own files, else the name of a package. */
export type Import = { target: string; own: boolean; line: number; typeOnly: boolean; dynamic: boolean; written: string }

export type Source = {
  /** Path from the root, with slashes. */
  path: string
  lines: number
  imports: Import[]
  /** Whether it makes nothing itself and only hands on what others make, or hands on everything of another file. */
  barrel: boolean
  functions: { name: string; line: number; lines: number; parameters: number }[]
  /** Globals of the browser that the file uses. */
  browserGlobals: { name: string; line: number }[]
  /** Lines of statements whose row type is written by hand: sql<{ … }>`…`. */
  handWrittenRows: number[]
  /** Lines with a cast (`value as Type`; `as const` is none). */
  casts: number[]
}

type Node = ESTree.Node & { start: number; end: number }

const browserGlobals = new Set(['window', 'document', 'localStorage', 'sessionStorage', 'navigator', 'location', 'history'])
const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Reads every TypeScript file below the given directories (or a single file) of the repository. */
export function readSources(...places: string[]): Source[] {
  return places.flatMap((place) => filesBelow(join(root, place))).map(readSource)
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  if (/\.(ts|tsx|mts)$/.test(path)) return path.endsWith('.d.ts') ? [] : [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() || /\.(ts|tsx|mts)$/.test(entry.name) ? filesBelow(join(path, entry.name)) : [],
  )
}

function readSource(file: string): Source {
  const code = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${relative(root, file)}: ${errors[0]?.message}`)
  const lineOf = lineCounter(code)
  const source: Source = {
    path: relative(root, file).replaceAll('\\', '/'),
    lines: code.trimEnd().split('\n').length,
    imports: [],
    barrel: isBarrel(program.body),
    functions: [],
    browserGlobals: [],
    handWrittenRows: [],
    casts: [],
  }
  const note = (node: Node, parent: Node | undefined) => {
    const line = lineOf(node.start)
    const add = (written: string, kind: { typeOnly: boolean; dynamic: boolean }) => {
      const own = written.startsWith('.')
      const target = own ? relative(root, resolve(file, '..', written)).replaceAll('\\', '/') : written
      source.imports.push({ target, own, line, written, ...kind })
    }
    if (node.type === 'ImportDeclaration') add(node.source.value, { typeOnly: isTypeOnly(node), dynamic: false })
    if (node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source)) {
      add(node.source?.value ?? '', { typeOnly: node.exportKind === 'type', dynamic: false })
    }
    if (node.type === 'ImportExpression' && node.source.type === 'Literal') {
      add(String(node.source.value), { typeOnly: false, dynamic: true })
    }
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && browserGlobals.has(node.object.name)) {
      source.browserGlobals.push({ name: node.object.name, line })
    }
    if (hasHandWrittenRow(node)) source.handWrittenRows.push(line)
    if (isCast(node)) source.casts.push(line)
    if (isFunction(node)) {
      const lines = lineOf(node.end) - line + 1
      source.functions.push({ name: nameOf(node, parent), line, lines, parameters: node.params.length })
    }
  }
  walk(program as unknown as Node, undefined, note)
  return source
}

function isFunction(node: Node): node is Node & (ESTree.Function | ESTree.ArrowFunctionExpression) {
  return functionTypes.has(node.type)
}

function isCast(node: Node): boolean {
  if (node.type !== 'TSAsExpression') return false
  const { typeAnnotation: type } = node
  return !(type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const')
}

function hasHandWrittenRow(node: Node): boolean {
  if (node.type !== 'TaggedTemplateExpression') return false
  return node.tag.type === 'Identifier' && node.tag.name === 'sql' && node.typeArguments?.params[0]?.type === 'TSTypeLiteral'
}

function isBarrel(statements: (ESTree.Statement | ESTree.Directive)[]): boolean {
  const handsOn = (each: { type: string; source?: unknown }) => each.type === 'ExportNamedDeclaration' && Boolean(each.source)
  if (statements.some((each) => each.type === 'ExportAllDeclaration')) return true
  return statements.some(handsOn) && statements.every((each) => handsOn(each) || each.type === 'ImportDeclaration')
}

function isTypeOnly(node: ESTree.ImportDeclaration): boolean {
  if (node.importKind === 'type') return true
  return (
    node.specifiers.length > 0 && node.specifiers.every((each) => each.type === 'ImportSpecifier' && each.importKind === 'type')
  )
}

function nameOf(node: Node, parent: Node | undefined): string {
  if ('id' in node && node.id && 'name' in node.id) return String(node.id.name)
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name
  if (parent && 'key' in parent && parent.key && typeof parent.key === 'object' && 'name' in parent.key)
    return String(parent.key.name)
  return '(no name)'
}

function walk(node: Node, parent: Node | undefined, visit: (node: Node, parent: Node | undefined) => void): void {
  visit(node, parent)
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each && typeof each === 'object' && 'type' in each && 'start' in each) walk(each as Node, node, visit)
    }
  }
}

function lineCounter(code: string): (offset: number) => number {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
