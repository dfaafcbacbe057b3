import { type Kysely, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { AuditRow } from '../rows.generated.ts'

/** Key of the lock that makes writers of the chain queue; any number that nothing else uses. */
const chainLock = 75_310_032

/**
 * Makes the table `audit` append-only and chained: every row gets the next number and the hash of itself and the row before; changing and
 * deleting rows is refused by the database, also to the application. May be run at every start. Needs the table.
 */
export async function setupLog(db: Kysely<Db>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Of servers that start at once one after the other: PostgreSQL does not let two replace a function together.
    await sql`select pg_advisory_xact_lock(hashtext('kontor.log'))`.execute(trx)
    for (const statement of statements) await sql.raw(statement).execute(trx)
  })
}

/**
 * The last row of the chain is looked for once in a transaction: from then on the transaction holds the lock, and the last row is its own.
 * What a savepoint undoes it undoes of the setting too.
 */
const statements = [
  `CREATE OR REPLACE FUNCTION kontor_audit_hash(r audit) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT encode(sha256(convert_to(jsonb_build_array(r.previous_hash, r.id, r.create_time, r.admin_id, r.username, r.action, r.table_name,
      r.row_key, r.detail, r.ip, r.request_id)::text, 'UTF8')), 'hex') $$`,
  `CREATE OR REPLACE FUNCTION kontor_audit_append() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      own text := current_setting('kontor.audit_last', true);
      last_id bigint := nullif(split_part(own, ' ', 1), '');
      last_hash text := split_part(own, ' ', 2);
    BEGIN
      IF coalesce(own, '') = '' THEN
        PERFORM pg_advisory_xact_lock(${chainLock});
        SELECT id, hash INTO last_id, last_hash FROM audit ORDER BY id DESC LIMIT 1;
      END IF;
      NEW.id := coalesce(last_id, 0) + 1;
      NEW.previous_hash := coalesce(last_hash, '');
      NEW.hash := kontor_audit_hash(NEW);
      PERFORM set_config('kontor.audit_last', NEW.id || ' ' || NEW.hash, true);
      RETURN NEW;
    END $$`,
  `CREATE OR REPLACE FUNCTION kontor_audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'rows of audit are never changed or deleted'; END $$`,
  'CREATE OR REPLACE TRIGGER kontor_audit_append BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION kontor_audit_append()',
  `CREATE OR REPLACE TRIGGER kontor_audit_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION kontor_audit_refuse()`,
]

/** Numbers of the first rows (at most 100) that were changed, or before which a row is missing; empty when the chain holds. */
export async function brokenAuditRows(db: Kysely<Db>): Promise<number[]> {
  const { rows } = await sql<Pick<AuditRow, 'id'>>`
    SELECT id FROM (
      SELECT a.id, a.hash, kontor_audit_hash(a.*) AS own, a.previous_hash, lag(a.hash, 1, '') OVER (ORDER BY a.id) AS before,
        lag(a.id, 1, 0::bigint) OVER (ORDER BY a.id) AS id_before
      FROM audit a) chain
    WHERE hash IS DISTINCT FROM own OR previous_hash IS DISTINCT FROM before OR id <> id_before + 1
    ORDER BY id LIMIT 100`.execute(db)
  return rows.map((row) => Number(row.id))
}
