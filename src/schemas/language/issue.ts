/** One finding about a page, words file, entity or menu: where, what, and the nearest fix. */
export interface Issue {
  /** File the finding is in, relative to the project's root ('' until the reader that knows it fills it in). */
  file: string
  /** Place inside the file: keys and indexes from the root of the document. */
  path: readonly (string | number)[]
  /** 1-based; 0 when the place could not be found in the text. */
  line: number
  column: number
  /** What is wrong, one sentence without the place. */
  what: string
  /** Why that is wrong; '' where the sentence says it already. */
  why: string
  /** An error stops checks, builds and the server; a warning says what could not be proven. */
  severity: 'error' | 'warning'
  /** Nearest valid word or the way to mend it; '' when there is none. */
  fix: string
}

/** Thrown when schemas cannot be used; carries every finding at once, never only the first. */
export class SchemaError extends Error {
  readonly issues: readonly Issue[]
  constructor(issues: readonly Issue[]) {
    super(issues.map(formatIssue).join('\n'))
    this.name = 'SchemaError'
    this.issues = issues
  }
}

/** Makes an issue whose file and position are filled in later by the reader of the file. */
export function issueAt(path: readonly (string | number)[], what: string, fix = '', why = ''): Issue {
  return { file: '', path, line: 0, column: 0, what, why, fix, severity: 'error' }
}

/** `pages/x/page.json:41:15 actions.deliver.when.statsu: no such field; did you mean "status"?`: the place, what, why, the nearest fix. */
export function formatIssue(issue: Issue): string {
  const place = issue.line > 0 ? `${issue.file}:${issue.line}:${issue.column}` : issue.file
  const path = issue.path.join('.')
  const said = [issue.what, issue.why, issue.fix].filter(Boolean).join('; ')
  return `${[place, path].filter(Boolean).join(' ')}: ${issue.severity === 'warning' ? 'warning: ' : ''}${said}`
}

/** The fix text for a word that is not known: the nearest known word, or the list when it is short. */
export function suggest(word: string, known: readonly string[]): string {
  const near = nearest(word, known)
  if (near !== undefined) return `did you mean "${near}"?`
  return known.length > 0 && known.length <= 20 ? `allowed: ${known.join(', ')}` : ''
}

/** The known word nearest to `word` (case-insensitive edit distance of at most a third of its length + 1), if any. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let bestDistance = Math.min(Math.floor(word.length / 3) + 2, word.length)
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** Damerau–Levenshtein distance with adjacent swaps; enough for single words. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(value)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
