import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadSchema } from '../../codegen/load/pages.ts'
import { schemaSources } from '../../codegen/load/schemaSources.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { applyDiff, type Snippet } from './snippets.ts'

/** Does in a workspace what a snippet with a `title` says: writes its file, or changes it. Gives back what was there before. */
export async function write(workspace: string, { language, options, text, place }: Snippet): Promise<string> {
  const path = join(workspace, String(options.title))
  const before = await readFile(path, 'utf8').catch(() => '')
  try {
    if (language !== 'diff' && before !== '') throw new Error('the file is there already: show what changes')
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, language === 'diff' ? applyDiff(before, text) : text)
  } catch (error) {
    throw new Error(`${place} ${options.title}: ${(error as Error).message}`)
  }
  return before
}

/** What the checker says of a workspace, as its command prints it. `modules`: those that are on besides. */
export async function faultsOf(workspace: string, modules: readonly string[] = []): Promise<string[]> {
  const { issues, warnings } = await loadSchema([...schemaSources(modules), workspace])
  const root = `${workspace}/`
  return [...issues, ...warnings].map((issue) => formatIssue(issue).replaceAll(root, ''))
}
