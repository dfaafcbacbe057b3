import type { Change } from './compare.ts'
import { type Group, groups } from './fact.ts'

const titles: Readonly<Record<Group, string>> = {
  data: 'Data',
  authority: 'Authority',
  look: 'Look',
}

const signs: Readonly<Record<Change['change'], string>> = { added: '+', removed: '-', changed: '~', moved: '~' }

/** The changes as text for people, by group and subject. */
export function reportOf(changes: readonly Change[]): string {
  if (changes.length === 0) return 'No difference in meaning.'
  return groups
    .map((group) =>
      groupText(
        group,
        changes.filter((each) => each.group === group),
      ),
    )
    .join('\n\n')
}

function groupText(group: Group, changes: readonly Change[]): string {
  if (changes.length === 0) return `${titles[group]}: no difference`
  const subjects = [...new Set(changes.map(({ subject }) => subject))]
  const lines = subjects.flatMap((subject) => [
    `  ${subject}`,
    ...changes.filter((each) => each.subject === subject).map(({ change, text }) => `    ${signs[change]} ${text}`),
  ])
  return [`${titles[group]}: ${changes.length} difference${changes.length === 1 ? '' : 's'}`, ...lines].join('\n')
}
