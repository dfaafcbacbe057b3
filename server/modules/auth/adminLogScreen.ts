import { sql } from 'kysely'
import authEn from '../../../src/schemas/words/en/auth.json' with { type: 'json' }
import designerEn from '../../../src/schemas/words/en/designer.json' with { type: 'json' }
import modulesEn from '../../../src/schemas/words/en/modules.json' with { type: 'json' }
import secondFactorEn from '../../../src/schemas/words/en/secondFactor.json' with { type: 'json' }
import authZh from '../../../src/schemas/words/zh-cn/auth.json' with { type: 'json' }
import designerZh from '../../../src/schemas/words/zh-cn/designer.json' with { type: 'json' }
import modulesZh from '../../../src/schemas/words/zh-cn/modules.json' with { type: 'json' }
import secondFactorZh from '../../../src/schemas/words/zh-cn/secondFactor.json' with { type: 'json' }
import { actorOf } from '../../core/context.ts'
import { computesOf } from '../../crud/computes.ts'
import type { ScreenHooks } from '../../crud/domain.ts'

type Texts = Readonly<Record<string, string>>

/** English by what is stored: `texts` and `own` have the same keys. */
const byStored = (texts: Texts, own: Texts) => Object.entries(texts).map(([key, text]) => [text, own[key] ?? text] as const)

/** Titles that no rule has, in English. What follows the first space is the module they are about. */
const ownTitles = Object.fromEntries([
  ...byStored(authZh.logs.calls, authEn.logs.calls),
  ...byStored(designerZh.logs.calls, designerEn.logs.calls),
  ...byStored(secondFactorZh.logs.secondFactor, secondFactorEn.logs.secondFactor),
  ...byStored(modulesZh.module.log, modulesEn.module.log),
])
const ownTitlesText = `'${JSON.stringify(ownTitles).replaceAll("'", "''")}'::jsonb`

/** The titles of all rules in English, by what `insertAdminLog` stores of them. Reads no row of the log: the database evaluates it once. */
const ruleTitlesText = `(select jsonb_object_agg(left(concat_ws(' - ', p.title, r.title), 100),
    concat_ws(' - ', coalesce(nullif(p.title_en, ''), p.title), coalesce(nullif(r.title_en, ''), r.title)) order by r.id desc)
  from admin_rule as r left join admin_rule as p on p.id = r.pid)`

/** The title in English; as it is stored where its rule is gone or has another name now (decision 152). */
const titleEnText = `coalesce(${ruleTitlesText} ->> t.title, ${ownTitlesText} ->> t.title,
  (${ownTitlesText} ->> split_part(t.title, ' ', 1)) || substr(t.title, length(split_part(t.title, ' ', 1)) + 1), t.title)`

const inLanguage = { en: { title: 'title_en' } } as const

/** auth/adminLog: super administrators see every record, others their own. */
export const adminLogHooks: ScreenHooks = {
  inLanguage,
  computes: computesOf('auth/adminLog', { titleEn: { sql: titleEnText } }),
  rowScope(ctx) {
    const actor = actorOf(ctx)
    return actor.super ? null : sql<boolean>`t.admin_id = ${actor.id}`
  },
}

/** routine/ownLog: the current user's own records, whoever it is. */
export const ownLogHooks: ScreenHooks = {
  inLanguage,
  computes: computesOf('routine/ownLog', { titleEn: { sql: titleEnText } }),
  rowScope: (ctx) => sql<boolean>`t.admin_id = ${actorOf(ctx).id}`,
}
