import { sql } from 'kysely'
import { flattenMessages, interpolate } from '../../../src/schemas/language/words.ts'
import en from '../../../src/schemas/words/en/security.json' with { type: 'json' }
import zh from '../../../src/schemas/words/zh-cn/security.json' with { type: 'json' }
import { rowsOf } from '../../core/command.ts'
import type { Timer } from '../../core/jobs/timers.ts'
import type { SecuritySensitiveDataLogRow, SecuritySensitiveDataRow } from '../../core/rows.generated.ts'
import type { NotifyInput } from '../../crud/domain.ts'

/** A node that no rule has: only who may do everything hears of it. */
const supersOnly = '*'

const log = 'security/sensitiveDataLog'

/**
 * Tells super administrators of logged changes whose rule says so: once for what one person has changed under one rule since the last round,
 * however many records it was. The notice names the person and the rule, never a value, and leads to the log of that rule.
 */
export function sensitiveNotices(notify: NotifyInput): Timer {
  return {
    due: (trx, _env, limit) =>
      rowsOf(
        trx,
        sql<Pick<SecuritySensitiveDataLogRow, 'id'>>`select min(id)::int as id from security_sensitive_data_log where notify = 1
          group by sensitive_id, admin_id, username order by 1 limit ${limit}::bigint`,
      ),
    async run(trx, id, { now }) {
      const [told] = await rowsOf(
        trx,
        sql<Told>`with first as (select sensitive_id, admin_id, username from security_sensitive_data_log where id = ${id}),
          told as (update security_sensitive_data_log l set notify = 0 from first f
            where l.notify = 1 and l.sensitive_id = f.sensitive_id and l.username = f.username
              and l.admin_id is not distinct from f.admin_id
            returning l.sensitive_id, l.username, l.row_key)
          select t.username, coalesce(r.name, '') as name, count(distinct t.row_key)::int as count
          from told t left join security_sensitive_data r on r.id = t.sensitive_id group by 1, 2`,
      )
      if (!told) return
      const textIn = (messages: typeof en) => {
        const words = flattenMessages(messages)
        const who = told.username || (words['security.notice.system'] ?? '')
        return interpolate(words['security.notice.text'] ?? '', { who, rule: told.name, count: String(told.count) })
      }
      const texts = { en: textIn(en), 'zh-cn': textIn(zh) }
      // The key names this round: what is changed a minute later is told again.
      const notice = {
        page: log,
        action: `notify ${id}`,
        key: 'sensitive.name',
        value: told.name,
        node: supersOnly,
        groups: [],
        texts,
      }
      await notify(trx, notice, { now })
    },
  }
}

type Told = Pick<SecuritySensitiveDataLogRow, 'username'> & Pick<SecuritySensitiveDataRow, 'name'> & { count: number }
