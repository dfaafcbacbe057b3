import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitsOf } from '../../codegen/infer/checks.ts'
import { readTables } from '../../codegen/introspect/ddl/file.ts'
import { readDdl } from '../../codegen/introspect/ddl/readDdl.ts'
import type { ColumnFacts, TableFacts } from '../../codegen/introspect/facts.ts'
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

/** What dumps and migrations of other systems have. */
const mysql = `
CREATE TABLE \`film_actor\` (\`film_id\` smallint unsigned NOT NULL, \`actor\` int NOT NULL, PRIMARY KEY (\`film_id\`,\`actor\`),
  CONSTRAINT FOREIGN KEY (\`film_id\`) REFERENCES \`shop\`.\`film\` (\`film_id\`));
CREATE TABLE \`film\` (
  \`film_id\` smallint unsigned NOT NULL AUTO_INCREMENT,
  \`title\` varchar(128) NOT NULL,
  \`actor\` enum('lead','extra') DEFAULT 'extra',
  \`extras\` set('Trailers','Deleted Scenes') NOT NULL DEFAULT 'Trailers,Deleted Scenes',
  \`minutes\` smallint unsigned DEFAULT NULL,
  \`rate\` decimal(4,2) NOT NULL DEFAULT '4.99',
  \`cents\` int unsigned GENERATED ALWAYS AS ((\`rate\` * 100)) STORED NOT NULL,
  \`full\` varchar(300) GENERATED ALWAYS AS (concat(\`title\`,_utf8mb4' (')) VIRTUAL NOT NULL,
  \`attributes\` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT '[]' CHECK (json_valid(\`attributes\`)),
  \`uuid\` char(36) NOT NULL DEFAULT (uuid()),
  \`shown\` tinyint(1) unsigned NOT NULL DEFAULT 1,
  \`level\` tinyint(1) NOT NULL DEFAULT 0 COMMENT 'Level:0=none,1=some,2=all',
  \`place\` int unsigned DEFAULT NULL REFERENCES \`film\` (\`film_id\`),
  \`flags\` bit(8) NOT NULL DEFAULT b'00000001',
  PRIMARY KEY (\`film_id\`) USING BTREE,
  UNIQUE KEY \`by_lower\` ((lower(\`title\`))),
  UNIQUE KEY \`by_place\` (\`place\`,\`title\`),
  CONSTRAINT \`a\` CHECK ((\`minutes\` between 1 and 600)),
  CONSTRAINT \`b\` CHECK (regexp_like(\`title\`,_utf8mb4'^[A-Z]'))
) ENGINE=InnoDB;
DELIMITER ;;
CREATE PROCEDURE \`p\`() BEGIN SELECT 1; CREATE TABLE \`inside\` (id int); END ;;
DELIMITER ;
ALTER TABLE film ADD COLUMN \`stars\` int NOT NULL DEFAULT '0' AFTER title, CHANGE \`title\` \`name\` varchar(200) NOT NULL, DROP COLUMN \`place\`;
CREATE TABLE old_film LIKE film;
RENAME TABLE old_film TO film_archive;
CREATE TABLE \`view_of_films\` (\`film_id\` int);
DROP TABLE IF EXISTS \`view_of_films\`;
`

const sqlite = `
CREATE TABLE [Order Lines] (OrderID INTEGER NOT NULL, [Product ID] INTEGER NOT NULL REFERENCES "Products", UnitPrice NUMERIC NOT NULL CHECK (UnitPrice >= 0),
  PRIMARY KEY (OrderID, "Product ID")) WITHOUT ROWID;
CREATE TABLE "Products" ("ProductID" INTEGER PRIMARY KEY, 'Name' TEXT NOT NULL UNIQUE, state TEXT CHECK (state IN ('on','off')) DEFAULT "on",
  made DATETIME DEFAULT (datetime('now','localtime')), stamp INTEGER DEFAULT (strftime('%s','now')), big UNSIGNED BIG INT, named NATIVE CHARACTER(70),
  ok BOOLEAN CHECK (ok IN (0, 1)), price MONEY DEFAULT .5, total NUMERIC AS (price * 2) STORED, owner REFERENCES "Products", initials AS (substr(Name, 1, 3)));
CREATE VIRTUAL TABLE words USING fts5(title);
CREATE TABLE 'words_data'(id INTEGER PRIMARY KEY, block BLOB);
CREATE TRIGGER t AFTER INSERT ON Products BEGIN UPDATE Products SET state = 'on'; DELETE FROM Products; END;
`

/** The tables as PostgreSQL has them once it has run the statements. */
async function madeOf(facts: ReturnType<typeof readDdl>) {
  const database = await freshDatabase('seed')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query(ddlOf([...facts.values()]))
    return await introspectPostgres(async (text, params) => (await client.query(text, params)).rows)
  } finally {
    await client.end()
  }
}

describe('what PostgreSQL says otherwise', () => {
  const columnsOf = (table: TableFacts | undefined) =>
    Object.fromEntries(
      (table?.columns ?? []).map(({ name, type, default: value }) => [name, value === null ? type : `${type} ${value}`]),
    )

  it('is read out of a script of MySQL: sets, documents, computed columns, numbers of one digit, changes of tables', async () => {
    const facts = readDdl(mysql)
    expect([...facts.keys()]).toEqual(['film_actor', 'film', 'film_archive'])
    const film = facts.get('film')
    expect(columnsOf(film)).toEqual({
      film_id: 'integer',
      name: 'character varying(200)',
      actor: `text 'extra'`,
      extras: `text[] '{"Trailers","Deleted Scenes"}'`,
      minutes: 'integer',
      rate: 'numeric(4,2) 4.99',
      cents: 'bigint',
      full: 'character varying(300)',
      attributes: `jsonb '[]'`,
      uuid: 'character(36) gen_random_uuid()',
      shown: 'boolean true',
      level: 'smallint 0',
      flags: 'bytea',
      stars: 'integer 0',
    })
    expect([film?.unique, film?.foreignKeys]).toEqual([[], []])
    expect(film?.leftOut).toEqual([`CHECK (regexp_like(\`title\`,_utf8mb4'^[A-Z]'))`, `full AS (concat(\`title\`,_utf8mb4' ('))`])
    expect(limitsOf(film?.checks ?? []).get('minutes')).toMatchObject({ min: 1, max: 600 })
    expect(facts.get('film_archive')?.columns).toEqual(film?.columns)

    const made = await madeOf(facts)
    const isOpen = ({ name, nullable, counted }: ColumnFacts) => [name, nullable, counted]
    expect(made.get('film')?.columns.map(isOpen)).toEqual(film?.columns.map(isOpen))
    expect(made.get('film')?.columns.find(({ name }) => name === 'extras')?.enumValues).toEqual(['Trailers', 'Deleted Scenes'])
    expect(made.get('film_actor')?.foreignKeys).toEqual([{ column: 'film_id', table: 'film', refColumn: 'film_id' }])
  })

  it('is read out of a script of SQLite: types by the words in them, names without quotes, conditions that list values', async () => {
    const facts = readDdl(sqlite)
    expect([...facts.keys()]).toEqual(['order_lines', 'products'])
    const products = facts.get('products')
    expect(columnsOf(products)).toEqual({
      product_id: 'integer',
      name: 'text',
      state: `text 'on'`,
      made: 'timestamp without time zone CURRENT_TIMESTAMP',
      stamp: 'integer extract(epoch from now())::integer',
      big: 'bigint',
      named: 'character varying(70)',
      ok: 'boolean',
      price: 'numeric .5',
      total: 'numeric',
      owner: 'text',
      initials: 'text',
    })
    expect(limitsOf(products?.checks ?? []).get('state')).toEqual({ options: ['on', 'off'] })
    expect(facts.get('order_lines')?.checks).toEqual(['("unit_price" >= 0)'])
    expect(products?.leftOut).toEqual([
      'initials AS (substr(Name, 1, 3))',
      'FOREIGN KEY (owner) REFERENCES products (product_id)',
    ])
    const made = await madeOf(facts)
    expect(limitsOf(made.get('products')?.checks ?? []).get('state')).toEqual({ options: ['on', 'off'] })
    expect(made.get('products')?.columns.find(({ name }) => name === 'total')?.counted).toBe(true)
  })

  it('is refused where two names would become one', () => {
    expect(() => readDdl('CREATE TABLE orderLines (a int); CREATE TABLE order_lines (a int);')).toThrow(
      'tables orderLines and order_lines would both be called order_lines',
    )
    expect(() => readDdl('CREATE TABLE a (firstName text, first_name text);')).toThrow('two columns would be called first_name')
  })
})

describe('a script of MySQL', () => {
  it('is read as PostgreSQL would have its tables', () => {
    const tables = readDdl(dump)
    expect([...tables.keys()]).toEqual(['wp_ticket'])
    const ticket = tables.get('wp_ticket')
    expect(ticket).toMatchObject({ comment: '工单', primaryKey: ['id'], unique: [['title']] })
    expect(ticket?.checks.at(-1)).toBe(`("price" < 5000 AND "title" <> '')`)
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
    const made = await madeOf(facts)
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
