/** `<major>.<minor>.<patch>`, without signs of pre-releases. */
const version = /^(\d+)\.(\d+)\.(\d+)$/
const comparator = /^(>=|<=|>|<|=|\^|~)?(\d+\.\d+\.\d+)$/

/** Below zero where `a` is the older version, above where it is the newer one. Throws when one of them is no version. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (const [i, part] of left.entries()) if (part !== right[i]) return part - (right[i] ?? 0)
  return 0
}

/** Is it a range of versions: comparators with a blank between them, all of which must hold, or `*`? */
export function isRange(range: string): boolean {
  return range === '*' || range.split(' ').every((each) => comparator.test(each))
}

/** Is the version in the range? `^1.2.3` ends before 2.0.0 and `^0.2.3` before 0.3.0, `~1.2.3` before 1.3.0. */
export function isInRange(wanted: string, range: string): boolean {
  if (range === '*') return true
  return range.split(' ').every((each) => {
    const [, sign = '=', bound = ''] = comparator.exec(each) ?? []
    const order = compareVersions(wanted, bound)
    if (sign === '^' || sign === '~') return order >= 0 && compareVersions(wanted, endOf(bound, sign)) < 0
    return sign === '='
      ? order === 0
      : sign.startsWith('>')
        ? order > 0 || (order === 0 && sign === '>=')
        : order < 0 || (order === 0 && sign === '<=')
  })
}

function endOf(bound: string, sign: '^' | '~'): string {
  const [major, minor, patch] = partsOf(bound)
  if (sign === '^' && major > 0) return `${major + 1}.0.0`
  return sign === '^' && minor === 0 ? `0.0.${patch + 1}` : `${major}.${minor + 1}.0`
}

function partsOf(text: string): [number, number, number] {
  const found = version.exec(text)
  if (!found) throw new Error(`"${text}" is no version`)
  return [Number(found[1]), Number(found[2]), Number(found[3])]
}
