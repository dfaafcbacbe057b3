import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const template = join(import.meta.dirname, 'template')

/** Files that are called otherwise in the template: npm leaves a `.gitignore` out of packages. */
const renamed: Readonly<Record<string, string>> = { gitignore: '.gitignore' }

const scripts = { start: 'kontor start', check: 'kontor check', test: 'node --test tests/*.test.mjs' }
const noTest = 'echo "Error: no test specified" && exit 1'

/** A folder that cannot become a workspace; the message says why, and what to do. */
export class InitError extends Error {}

/**
 * Makes the folder a workspace: an example screen with its words, its menu, a test and the settings of an editor, and in package.json the
 * scripts that are not there. Writes nothing over: throws `InitError` with the files in the way, and then nothing was written. Gives the
 * paths of what it wrote, within the folder.
 */
export async function initWorkspace(folder: string): Promise<string[]> {
  const files = await filesOfTemplate()
  const inTheWay = files.map(({ to }) => to).filter((to) => to !== '.gitignore' && existsSync(join(folder, to)))
  if (inTheWay.length > 0)
    throw new InitError(`These files are here already, so nothing was written: ${inTheWay.join(', ')}. Choose an empty folder.`)
  const pack = await packageOf(folder)
  const wanted = files.filter(({ to }) => !existsSync(join(folder, to)))
  for (const { from, to } of wanted) {
    await mkdir(dirname(join(folder, to)), { recursive: true })
    await copyFile(join(template, from), join(folder, to))
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(withScripts(pack), null, 2)}\n`)
  return [...wanted.map(({ to }) => to), 'package.json']
}

async function filesOfTemplate(): Promise<{ from: string; to: string }[]> {
  const entries = await readdir(template, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(template.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
    .map((from) => ({ from, to: renamed[from] ?? from }))
}

/** package.json of the folder, or what one begins with. Throws `InitError` when it is no JSON object. */
async function packageOf(folder: string): Promise<Record<string, unknown>> {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return { private: true }
  try {
    const read: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (read !== null && typeof read === 'object' && !Array.isArray(read)) return read as Record<string, unknown>
  } catch {}
  throw new InitError(`${path} is no JSON object, so nothing was written. Mend it, or remove it.`)
}

function withScripts(pack: Record<string, unknown>): Record<string, unknown> {
  const own = { ...(pack.scripts as Record<string, string> | undefined) }
  if (own.test === noTest) delete own.test
  return { ...pack, scripts: { ...scripts, ...own } }
}
