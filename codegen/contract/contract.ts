import type { Issue } from '../../src/schemas/language/issue.ts'
import type { Schema } from '../schema/schema.ts'
import { type Client, NoServer } from './client.ts'
import { comparePage, readRules } from './compare.ts'

/** What the comparison of a page came to, its differences with their places. */
export interface PageContract {
  page: string
  differences: readonly Issue[]
  notes: readonly string[]
}

/** Puts a difference at its place in the file of a page. */
export type Locate = (page: string, issue: Issue) => Promise<Issue>

/**
 * Compares the pages of administrators, or those named, with what a server answers. Throws `NoServer` when it delivers no menu.
 */
export async function compareContract(
  schema: Schema,
  client: Client,
  { only = [], locate }: { only?: readonly string[]; locate: Locate },
): Promise<PageContract[]> {
  const rules = await readRules(client)
  if (!rules) throw new NoServer('The server delivers no menu for this person.')
  const compared: PageContract[] = []
  for (const page of schema.pages.values()) {
    if (page.area !== 'admin' || (only.length > 0 && !only.includes(page.id))) continue
    const { differences, notes } = await comparePage(page, client, rules)
    const placed: Issue[] = []
    for (const issue of differences) placed.push(await locate(page.id, issue))
    compared.push({ page: page.id, differences: placed, notes })
  }
  return compared
}
