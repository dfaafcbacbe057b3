/** Lines around a change that are shown. */
const context = 2

/** The change of a text as a unified diff, with its path. Long texts are compared line by line from both ends and by common lines between. */
export function diffOf(path: string, before: string | undefined, after: string): string {
  const old = before === undefined ? [] : before.split('\n')
  const now = after.split('\n')
  const lines = linesOf(old, now)
  const keep = lines.map((_, i) => lines.slice(Math.max(0, i - context), i + context + 1).some(({ sign }) => sign !== ' '))
  const shown = lines.flatMap(({ sign, text }, i) => (keep[i] ? [`${sign}${text}`] : keep[i - 1] ? ['…'] : []))
  return [`--- ${before === undefined ? '/dev/null' : path}`, `+++ ${path}`, ...shown].join('\n')
}

interface Line {
  sign: ' ' | '+' | '-'
  text: string
}

function linesOf(old: readonly string[], now: readonly string[]): Line[] {
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ sign: ' ', text }))
  const middle = between(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return [...same(old.slice(0, start)), ...middle, ...same(end === 0 ? [] : old.slice(-end))]
}

/** By the longest common run of lines. */
function between(old: readonly string[], now: readonly string[]): Line[] {
  const size = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1))
  const at = (i: number, j: number) => size[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = size[i]
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const out: Line[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      out.push({ sign: ' ', text: old[i] ?? '' })
      i++
      j++
    } else if (i < old.length && (j >= now.length || at(i + 1, j) >= at(i, j + 1))) out.push({ sign: '-', text: old[i++] ?? '' })
    else out.push({ sign: '+', text: now[j++] ?? '' })
  }
  return out
}
