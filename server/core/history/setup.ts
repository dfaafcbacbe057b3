import { type Kysely, sql } from 'kysely'
import type { Entity } from '../../../src/schemas/language/entity/entity.ts'
import { quote, storedFields } from '../db/columns.ts'
import type { Db, Reader, Writer } from '../db/connect.ts'
import { linkTables, type TableSchema } from '../db/migrate/migrate.ts'
import { readColumn } from '../db/scalar.ts'

/** The trigger that notes the changes of a table's rows in `record_change`. */
const trigger = 'kontor_record_change'

/** Replaces a secret, in the old value and in the new one. */
export const hiddenValue = '******'

/** What `record_change.operation` says. */
export const changeOperation = { add: 1, edit: 2, delete: 3 } as const

/**
 * Puts the trigger on every table that has a history, and takes it from those that have none any more. The database itself notes what
 * changes, by a form, a bulk action, an import or a job. May be run at every start: it touches only tables whose trigger
 * differs. Needs the tables.
 */
export async function setupHistory(db: Kysely<Db>, schema: TableSchema): Promise<void> {
  await db.transaction().execute((trx) => setupHistoryWithin(trx, schema))
}

/** The same as a part of this transaction. */
export async function setupHistoryWithin(trx: Writer, schema: TableSchema): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.log'))`.execute(trx)
  await sql.raw(recordChange).execute(trx)
  const wanted = triggersOf(schema)
  const there = await triggersThere(trx)
  for (const [table, text] of wanted) if (there.get(table) !== text) await replaceTrigger(trx, table, text)
  for (const table of there.keys())
    if (!wanted.has(table)) await sql.raw(`DROP TRIGGER ${trigger} ON ${quote(table)}`).execute(trx)
}

/** By table: the arguments of its trigger, one text. */
function triggersOf(schema: TableSchema): Map<string, string> {
  const tables = [...schema.entities.values()].filter((entity) => entity.history !== null)
  const links = [...schema.entities.values()].flatMap((entity) =>
    Object.values(entity.fields).flatMap(({ link }) =>
      link ? [[link.table, { table: entity.table, key: link.own }] as const] : [],
    ),
  )
  const partOfLink = new Map(links)
  const all = [...tables, ...linkTables(schema)]
  return new Map(all.map((entity) => [entity.table, argumentsOf(entity, partOfLink.get(entity.table))]))
}

/** Key column, columns left out, columns hidden, the table it is part of and the column that says of which row. */
function argumentsOf(entity: Entity, link: { table: string; key: string } | undefined): string {
  const { except = [], partOf } = entity.history ?? {}
  const hidden = storedFields(entity).filter(
    ({ name, secret, kind }) => (secret && name !== 'delete_time') || kind === 'password',
  )
  const list = (names: readonly string[]) => `{${names.join(',')}}`
  const part = partOf ?? link ?? { table: '', key: '' }
  const texts = [entity.key ?? '', list([...except, 'update_time']), list(hidden.map(({ name }) => name)), part.table, part.key]
  return texts.map((text) => `'${text}'`).join(', ')
}

async function triggersThere(db: Reader): Promise<Map<string, string>> {
  const found = await readColumn(
    db,
    sql`select c.relname || ' ' || pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = ${trigger} and not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`,
  )
  return new Map(found.map((each) => [/^\S+/.exec(String(each))?.[0] ?? '', /\(([^()]*)\)$/.exec(String(each))?.[1] ?? '']))
}

async function replaceTrigger(trx: Writer, table: string, text: string): Promise<void> {
  const statement = `CREATE OR REPLACE TRIGGER ${trigger} AFTER INSERT OR UPDATE OR DELETE ON ${quote(table)}
    FOR EACH ROW EXECUTE FUNCTION ${trigger}(${text})`
  await sql.raw(statement).execute(trx)
}

/** Of an update the columns that differ, of a deletion the whole row; who did it says the transaction (author.ts). */
const recordChange = `CREATE OR REPLACE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    except_columns text[] := TG_ARGV[1]::text[];
    hidden text[] := TG_ARGV[2]::text[];
    was jsonb; became jsonb; old_values jsonb; new_values jsonb; author jsonb; row_now jsonb;
  BEGIN
    IF current_setting('kontor.history', true) = 'off' THEN RETURN NULL; END IF;
    IF TG_OP <> 'INSERT' THEN was := to_jsonb(OLD); END IF;
    IF TG_OP <> 'DELETE' THEN became := to_jsonb(NEW); END IF;
    row_now := coalesce(became, was);
    IF TG_OP = 'UPDATE' THEN
      SELECT jsonb_object_agg(n.key, CASE WHEN n.key = ANY (hidden) THEN '"${hiddenValue}"' ELSE was -> n.key END),
             jsonb_object_agg(n.key, CASE WHEN n.key = ANY (hidden) THEN '"${hiddenValue}"' ELSE n.value END)
        INTO old_values, new_values
        FROM jsonb_each(became) n WHERE n.value IS DISTINCT FROM was -> n.key AND n.key <> ALL (except_columns);
      IF new_values IS NULL THEN RETURN NULL; END IF;
    ELSIF TG_OP = 'DELETE' THEN
      old_values := was - hidden;
    END IF;
    author := coalesce(nullif(current_setting('kontor.author', true), ''), '{}')::jsonb;
    INSERT INTO record_change (table_name, row_key, operation, old_values, new_values, part_of, part_key, transaction_id,
        admin_id, user_id, username, action, ip, useragent, request_id, create_time, update_time)
      VALUES (TG_TABLE_NAME, CASE WHEN TG_ARGV[0] = '' THEN '' ELSE left(row_now ->> TG_ARGV[0], 255) END,
        CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'UPDATE' THEN 2 ELSE 3 END, old_values, new_values,
        TG_ARGV[3], CASE WHEN TG_ARGV[4] = '' THEN '' ELSE coalesce(left(row_now ->> TG_ARGV[4], 255), '') END,
        pg_current_xact_id()::text::bigint,
        coalesce((author ->> 'admin_id')::int, 0), coalesce((author ->> 'user_id')::int, 0), coalesce(author ->> 'username', ''),
        coalesce(author ->> 'action', ''), coalesce(author ->> 'ip', ''), coalesce(author ->> 'useragent', ''),
        coalesce(author ->> 'request_id', ''),
        floor(extract(epoch from clock_timestamp())), floor(extract(epoch from clock_timestamp())));
    RETURN NULL;
  END $$`
