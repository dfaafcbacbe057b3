import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '../../src/schemas/errors.ts'
import { forgetJsonFiles } from '../schema/readJson.ts'
import { compareSchemas } from './compare.ts'
import { reportOf } from './report.ts'
import { readVersion, type Version } from './versions.ts'

const usage = `kontor diff <from> [<to>]     (in the project: npm run diff:pages -- …)
  <from>, <to>   a folder, or a revision of this Git repository such as HEAD~3; without <to>: what is on disk now
  --json         the differences as JSON
  --check        exit with 1 when there is a difference
  --help         this text
Differences in meaning, in three groups: data, authority, look. Exit code 2: a version is not there.`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const [from, to, ...more] = positionals
  if (from === undefined || more.length > 0) throw new Error(`name one or two versions\n${usage}`)
  const scratch = await mkdtemp(join(tmpdir(), 'kontor-diff-'))
  try {
    const before = await readVersion(from, scratch)
    const after = await readVersion(to, scratch)
    warn(from, before)
    warn(to ?? 'the working tree', after)
    const changes = compareSchemas(before.schema, after.schema)
    console.log(values.json ? JSON.stringify({ from, to: to ?? null, changes }, null, 2) : reportOf(changes))
    return values.check && changes.length > 0 ? 1 : 0
  } finally {
    forgetJsonFiles(scratch)
    await rm(scratch, { recursive: true, force: true })
  }
}

function warn(name: string, { faults }: Version): void {
  if (faults.length === 0) return
  console.error(`${name} has ${faults.length} fault${faults.length === 1 ? '' : 's'}; parts with faults may be missing:`)
  for (const fault of faults.slice(0, 5)) console.error(`  ${fault}`)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 2
}
