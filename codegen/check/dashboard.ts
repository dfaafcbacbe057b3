import { type Issue, issueAt, suggest } from '../../src/schemas/language/issue.ts'
import type { Page } from '../../src/schemas/language/page.ts'
import type { Schema } from '../schema/schema.ts'

type Path = readonly (string | number)[]

/** Every right a part of a dashboard asks for is a button of a menu rule, so that a role can hold it. */
export function checkDashboard(page: Page, schema: Schema, report: (issue: Issue) => void): void {
  const { dashboard } = page
  if (!dashboard) return
  const nodes = schema.menus[page.area].flatMap((rule) => (rule.buttons ?? []).map((button) => `${rule.name}/${button}`))
  const known = (node: string, path: Path, of: readonly string[]) => {
    if (!nodes.includes(node)) report(issueAt(path, `no menu rule has the button "${node}"`, suggest(node, of)))
  }
  const ownNodes = nodes.filter((node) => node.startsWith(`${page.id}/`))
  for (const place of ['cards', 'charts'] as const) {
    for (const part of Object.values(dashboard[place])) {
      const at: Path = ['dashboard', place, part.name]
      if (part.page === null && part.owner === null && part.right !== '') known(part.right, [...at, 'right'], nodes)
      if (part.node !== null) known(`${page.id}/${part.node}`, [...at, 'node'], ownNodes)
    }
  }
  for (const chart of Object.values(dashboard.charts)) {
    for (const { name, node } of chart.series)
      if (node !== null) known(`${page.id}/${node}`, ['dashboard', 'charts', chart.name, 'series', name, 'node'], ownNodes)
  }
}
