/** Columns a line may have, as everywhere in the project. */
const width = 130

/** JSON in the project formatter's layout: what fits goes on one line, except the outermost object. */
export function prettyJson(value: unknown, indent = 0): string {
  return lay(value, indent, indent === 0)
}

function lay(value: unknown, indent: number, open: boolean): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const flat = onOneLine(value)
  if (!open && indent + flat.length <= width) return flat
  const pad = ' '.repeat(indent + 2)
  const end = ' '.repeat(indent)
  if (Array.isArray(value)) return `[\n${value.map((v) => pad + lay(v, indent + 2, false)).join(',\n')}\n${end}]`
  const lines = Object.entries(value).map(([key, v]) => {
    const head = `${pad}${JSON.stringify(key)}: `
    return head + layMember(v, indent + 2, head.length)
  })
  return `{\n${lines.join(',\n')}\n${end}}`
}

/** A member is put on its key's line when it fits there; sections of a page ("fields", "table" …) are opened when they hold objects. */
function layMember(value: unknown, indent: number, used: number): string {
  const holdsObjects = value !== null && typeof value === 'object' && !Array.isArray(value) && Object.values(value).some(isObject)
  if (!holdsObjects && used + onOneLine(value).length + 1 <= width) return onOneLine(value)
  return lay(value, indent, true)
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function onOneLine(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  const members = Object.entries(value).map(([key, v]) => `${JSON.stringify(key)}: ${onOneLine(v)}`)
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}
