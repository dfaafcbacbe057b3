import { sql } from 'kysely'
import type { Writer } from '../../core/db/connect.ts'
import { changeOperation } from '../../core/history/setup.ts'

/**
 * The functions by which the database itself fills the recycle bin and the log of sensitive changes, out of `record_change`: whoever deletes
 * or changes a row, through a form, in bulk, from a file, in a job. May be run at every start.
 */
export async function setupSecurity(trx: Writer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kontor.log'))`.execute(trx)
  for (const statement of statements) await sql.raw(statement).execute(trx)
}

/**
 * A deleted row of a table with a rule goes to the bin. What was deleted with it is known when the transaction ends: then its parts, and the
 * parts of those, are added; rows of tables with a rule of their own have their own place in the bin.
 */
const recycle = `CREATE OR REPLACE FUNCTION kontor_recycle() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE rule record; parts jsonb;
  BEGIN
    SELECT * INTO rule FROM security_data_recycle r WHERE r.data_table = NEW.table_name AND r.status = 1 ORDER BY r.id LIMIT 1;
    IF NOT FOUND THEN RETURN NULL; END IF;
    WITH RECURSIVE deleted AS (
      SELECT c.id, c.table_name, c.row_key, c.old_values FROM record_change c
        WHERE c.transaction_id = NEW.transaction_id AND c.operation = ${changeOperation.delete}
          AND c.part_of = NEW.table_name AND c.part_key = NEW.row_key
          AND NOT EXISTS (SELECT FROM security_data_recycle o WHERE o.data_table = c.table_name AND o.status = 1)
      UNION
      SELECT c.id, c.table_name, c.row_key, c.old_values FROM record_change c JOIN deleted d
        ON c.part_of = d.table_name AND c.part_key = d.row_key
        WHERE c.transaction_id = NEW.transaction_id AND c.operation = ${changeOperation.delete} AND d.row_key <> ''
          AND NOT EXISTS (SELECT FROM security_data_recycle o WHERE o.data_table = c.table_name AND o.status = 1)
    ) SELECT jsonb_agg(jsonb_build_object('table', table_name, 'row', old_values) ORDER BY id) INTO parts FROM deleted;
    INSERT INTO security_data_recycle_log (recycle_id, admin_id, username, data_table, connection, primary_key, row_key, row_title, data,
        children, is_restore, ip, useragent, create_time, update_time)
      VALUES (rule.id, NEW.admin_id, NEW.username, NEW.table_name, rule.connection, rule.primary_key, NEW.row_key,
        left(coalesce(NEW.old_values ->> 'title', NEW.old_values ->> 'name', NEW.old_values ->> 'nickname', NEW.old_values ->> 'username',
          NEW.row_key), 255),
        NEW.old_values::text, coalesce(parts::text, ''), 0, NEW.ip, NEW.useragent, NEW.create_time, NEW.create_time);
    RETURN NULL;
  END $$`

/** A changed field of a table with a rule is logged with both values; secrets are hidden in both already. `notify` waits for its timer. */
const sensitive = `CREATE OR REPLACE FUNCTION kontor_sensitive() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO security_sensitive_data_log (sensitive_id, admin_id, username, data_table, connection, primary_key, row_key, data_field,
        before, after, old_value, new_value, is_rollback, notify, ip, useragent, create_time, update_time)
      SELECT r.id, NEW.admin_id, NEW.username, NEW.table_name, r.connection, r.primary_key, NEW.row_key, f.key,
          coalesce(NEW.old_values ->> f.key, ''), coalesce(f.value #>> '{}', ''), NEW.old_values -> f.key, f.value, 0,
          r.notify, NEW.ip, NEW.useragent, NEW.create_time, NEW.create_time
        FROM security_sensitive_data r CROSS JOIN jsonb_each(NEW.new_values) f
        WHERE r.data_table = NEW.table_name AND r.status = 1 AND r.data_fields ? f.key
        ORDER BY r.id, f.key;
    RETURN NULL;
  END $$`

const statements = [
  recycle,
  sensitive,
  'DROP TRIGGER IF EXISTS kontor_recycle ON record_change',
  `CREATE CONSTRAINT TRIGGER kontor_recycle AFTER INSERT ON record_change DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.operation = ${changeOperation.delete}) EXECUTE FUNCTION kontor_recycle()`,
  `CREATE OR REPLACE TRIGGER kontor_sensitive AFTER INSERT ON record_change
    FOR EACH ROW WHEN (NEW.operation = ${changeOperation.edit}) EXECUTE FUNCTION kontor_sensitive()`,
]
