import { sql } from 'kysely'
import type { Lang } from '../../../../server/core/context.ts'
import type { Reader, Writer } from '../../../../server/core/db/connect.ts'
import { interpolate } from '../../../../src/schemas/language/words.ts'
import type { ShopNotifySettingRow } from '../rows.generated.ts'
import { type MessageType, messageFacts, messageTypes } from './texts.ts'

/** How one type of notice is made: a row of the screen shop/notify/setting, or what is built in where there is none. */
export interface NoticeRule {
  /** Key of its row; null where it has none. */
  id: number | null
  title: Readonly<Record<Lang, string>>
  text: Readonly<Record<Lang, string>>
  popup: boolean
  /** Path of its sound; '' for none. */
  audio: string
  /** From 0 to 1. */
  volume: number
  /** Only members of these groups; empty: nobody is left out. */
  groups: readonly number[]
  /** Times of day (`HH:mm:ss`) between which it neither pops up nor sounds. */
  quiet: { from: string; to: string } | null
  /** The channels besides the inbox, which is always one. */
  channels: ShopNotifySettingRow['channels']
  /** Seconds within which the same is not said twice. */
  merge: number
  on: boolean
}

function builtIn(type: MessageType): NoticeRule {
  const { title, text, audio } = messageFacts[type]
  return {
    id: null,
    title,
    text,
    channels: ['site'],
    popup: true,
    audio,
    volume: 0.8,
    groups: [],
    quiet: null,
    merge: 60,
    on: true,
  }
}

/** The rules of all types as the settings screen has them now. */
export async function readNoticeRules(db: Reader): Promise<Record<MessageType, NoticeRule>> {
  const rows = await sql<
    Omit<ShopNotifySettingRow, 'create_time' | 'update_time'>
  >`select id, message_type, title, title_en, template,
    template_en, popup, sound, audio, volume, group_ids, channels, quiet_start, quiet_end, merge_seconds, status from shop_notify_setting`.execute(
    db,
  )
  const kept = new Map(rows.rows.map((row) => [row.message_type, row]))
  const ruleOf = (type: MessageType): NoticeRule => {
    const row = kept.get(type)
    if (!row) return builtIn(type)
    const { quiet_start: from, quiet_end: to } = row
    return {
      id: row.id,
      channels: row.channels,
      title: { 'zh-cn': row.title, en: row.title_en },
      text: { 'zh-cn': row.template, en: row.template_en },
      popup: row.popup === 1,
      audio: row.sound === 1 ? row.audio || messageFacts[type].audio : '',
      volume: Number(row.volume),
      groups: row.group_ids,
      quiet: from && to ? { from, to } : null,
      merge: row.merge_seconds,
      on: row.status === 1,
    }
  }
  return Object.fromEntries(messageTypes.map((type) => [type, ruleOf(type)])) as Record<MessageType, NoticeRule>
}

/** Is it quiet at that time of day (`HH:mm:ss`)? From 22:00 to 07:00 goes past midnight; the end itself is loud again. */
export function isQuiet({ quiet }: Pick<NoticeRule, 'quiet'>, time: string): boolean {
  if (!quiet || quiet.from === quiet.to) return false
  return quiet.from < quiet.to ? time >= quiet.from && time < quiet.to : time >= quiet.from || time < quiet.to
}

/** What a template of the type says that the type does not know. */
export function unknownPlaceholders(type: MessageType, template: string): string[] {
  const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return named.filter((name) => !messageFacts[type].knows.includes(name))
}

/** The text of a notification in both languages; `own` replaces `{text}` in each. */
export function noticeTexts(
  rule: NoticeRule,
  data: Readonly<Record<string, string | number>>,
  own?: Readonly<Record<Lang, string>>,
): Record<Lang, string> {
  const textIn = (lang: Lang) => interpolate(rule.text[lang], own ? { ...data, text: own[lang] } : data)
  return { 'zh-cn': textIn('zh-cn'), en: textIn('en') }
}

/** Makes the row of each type that has none. Safe at every start: what people changed stays. */
export async function seedNoticeSettings(trx: Writer, now: number): Promise<void> {
  for (const type of messageTypes) {
    const { title, text } = builtIn(type)
    await sql`insert into shop_notify_setting (message_type, title, title_en, template, template_en, popup, sound, audio, volume, group_ids,
        merge_seconds, status, create_time, update_time)
      select ${type}, ${title['zh-cn']}, ${title.en}, ${text['zh-cn']}, ${text.en}, 1, 1, '', 0.8, '{}', 60, 1, ${now}::bigint, ${now}::bigint
      where not exists (select 1 from shop_notify_setting where message_type = ${type})`.execute(trx)
  }
}
