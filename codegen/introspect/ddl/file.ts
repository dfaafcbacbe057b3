import { open, readFile } from 'node:fs/promises'
import type { TableFacts } from '../facts.ts'
import { readDdl } from './readDdl.ts'

/**
 * Facts of the tables in a file: an SQLite database, or a script of MySQL, MariaDB or SQLite. Throws where it is neither, and for an SQLite
 * database on a Node without SQLite.
 */
export async function readTables(path: string): Promise<Map<string, TableFacts>> {
  const sql = (await isSqlite(path)) ? await schemaOfSqlite(path) : await readFile(path, 'utf8')
  const tables = readDdl(sql)
  if (tables.size === 0)
    throw new Error(
      `${path} makes no table: name an SQLite database, or a script of MySQL, MariaDB or SQLite (mysqldump --no-data)`,
    )
  return tables
}

const magic = 'SQLite format 3\0'

async function isSqlite(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return buffer.toString('latin1') === magic
  } finally {
    await file.close()
  }
}

async function schemaOfSqlite(path: string): Promise<string> {
  const sqlite = await import('node:sqlite').catch((cause: unknown) => {
    throw new Error(
      `Node ${process.versions.node} cannot read SQLite databases: use Node 22.13 or later, or give a script (sqlite3 ${path} .schema)`,
      { cause },
    )
  })
  const database = new sqlite.DatabaseSync(path, { readOnly: true })
  try {
    const rows = database.prepare("select sql from sqlite_master where sql is not null order by type = 'index', rowid").all()
    return rows.map((row) => `${String(row.sql)};`).join('\n')
  } finally {
    database.close()
  }
}
