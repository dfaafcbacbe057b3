import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTables } from '../../codegen/introspect/ddl/file.ts'
import { readDdl } from '../../codegen/introspect/ddl/readDdl.ts'
import { introspectPostgres } from '../../codegen/introspect/postgres.ts'
import { loadSchema } from '../../codegen/load/pages.ts'
import { ddlOf } from '../../codegen/write/ddl.ts'
import { freshDatabase } from '../harness/database.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'

const run = promisify(execFile)

/** As mysqldump writes it, with what other systems have in their tables. */
const dump = `
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS \`wp_Ticket\`;
CREATE TABLE \`wp_Ticket\` (
  \`ID\` bigint(20) unsigned NOT NULL AUTO_INCREMENT,
  \`title\` varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT 'it''s; new' COMMENT '标题',
  \`state\` enum('open','in work','done') NOT NULL DEFAULT 'open',
  \`isUrgent\` tinyint(1) NOT NULL DEFAULT 0,
  \`price\` decimal(10,2) unsigned DEFAULT NULL,
  \`due\` datetime(6) DEFAULT '0000-00-00 00:00:00',
  \`changed\` timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp(),
  \`body\` longtext DEFAULT NULL,
  \`parent_id\` bigint(20) unsigned DEFAULT NULL,
  PRIMARY KEY (\`ID\`),
  UNIQUE KEY \`by_title\` (\`title\`(100)),
  KEY \`by_state\` (\`state\`,\`due\`),
  FULLTEXT KEY \`text\` (\`body\`),
  CONSTRAINT \`parent\` FOREIGN KEY (\`parent_id\`) REFERENCES \`wp_Ticket\` (\`ID\`) ON DELETE SET NULL,
  CONSTRAINT \`p\` CHECK (\`price\` < 5000 and \`title\` <> '')
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COMMENT='工单';
INSERT INTO \`wp_Ticket\` VALUES (1,'a; CREATE TABLE \`no\` (x int)','open',0,NULL,NULL,NOW(),'--',NULL);
CREATE VIEW \`v\` AS SELECT 1;
`

describe('a script of MySQL', () => {
  it('is read as PostgreSQL would have its tables', () => {
    const tables = readDdl(dump)
    expect([...tables.keys()]).toEqual(['wp_ticket'])
    const ticket = tables.get('wp_ticket')
    expect(ticket).toMatchObject({ comment: '工单', primaryKey: ['id'], unique: [['title']] })
    expect(ticket?.checks.at(-1)).toBe(`("price" < 5000 and "title" <> '')`)
    expect(ticket?.foreignKeys).toEqual([{ column: 'parent_id', table: 'wp_ticket', refColumn: 'id' }])
    expect(ticket?.columns.map(({ name, type, nullable, default: value }) => [name, type, nullable, value])).toEqual([
      ['id', 'bigint', false, null],
      ['title', 'character varying(200)', false, "'it''s; new'"],
      ['state', 'text', false, "'open'"],
      ['is_urgent', 'boolean', false, 'false'],
      ['price', 'numeric(10,2)', true, null],
      ['due', 'timestamp without time zone', true, null],
      ['changed', 'timestamp without time zone', false, 'CURRENT_TIMESTAMP'],
      ['body', 'text', true, null],
      ['parent_id', 'bigint', true, null],
    ])
  })

  it('of nothing but rows is refused with what is meant', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'kontor-ddl-'))
    await writeFile(join(dir, 'rows.sql'), 'INSERT INTO a VALUES (1);')
    await expect(readTables(join(dir, 'rows.sql'))).rejects.toThrow(/rows\.sql makes no table: name an SQLite database/)
    await rm(dir, { recursive: true })
  })
})

describe.each(['chinook-mysql', 'chinook-sqlite'])('the tables of %s', (name) => {
  let dir = ''
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kontor-other-'))
    copySchemas(dir)
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))

  it('become tables of PostgreSQL with the same facts, and screens without a fault', async () => {
    const sql = await readFile(`tests/fixtures/databases/${name}.sql`, 'utf8')
    let file = `tests/fixtures/databases/${name}.sql`
    if (name.endsWith('sqlite')) {
      const { DatabaseSync } = await import('node:sqlite')
      file = join(dir, 'chinook.db')
      const made = new DatabaseSync(file)
      made.exec(sql)
      made.close()
    }
    const facts = await readTables(file)
    expect(facts.size).toBe(11)
    const database = await freshDatabase('seed')
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(ddlOf([...facts.values()]))
    const made = await introspectPostgres(async (text, params) => (await client.query(text, params)).rows)
    await client.end()
    const sorted = (table: (typeof made extends Map<string, infer T> ? T : never) | undefined) => ({
      ...table,
      foreignKeys: [...(table?.foreignKeys ?? [])].sort((a, b) => (a.column < b.column ? -1 : 1)),
    })
    for (const [table, own] of facts) expect(sorted(made.get(table)), table).toEqual(sorted(own))

    const ddl = join(dir, 'tables.sql')
    await run(process.execPath, ['codegen/cli.ts', '--from', file, '--all', '--into', dir, '--ddl', ddl])
    expect(await readFile(ddl, 'utf8')).toContain('CREATE TABLE "invoice_line"')
    const { schema, issues } = await loadSchema(schemasIn(dir))
    expect(issues).toEqual([])
    const track = [...schema.pages.values()].find(({ entity }) => entity.table === 'track')
    expect(track?.fields.album_id).toMatchObject({ kind: 'remoteSelect', show: 'title' })
  })
})
