import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Schema } from '../../../../codegen/schema/schema.ts'
import { type Context, can, type Lang } from '../../../../server/core/context.ts'
import type { Reader } from '../../../../server/core/db/connect.ts'
import type { Handler } from '../../../../server/core/handler.ts'
import { RawAnswer } from '../../../../server/core/http/envelope.ts'
import { findPdfFont } from '../../../../server/core/pdf/fonts.ts'
import { makePdf } from '../../../../server/core/pdf/pdf.ts'
import { HttpRefused, Refused } from '../../../../server/core/refuse.ts'
import { loadRights } from '../../../../server/core/session/access.ts'
import { siteZone } from '../../../../server/core/siteConfig.ts'
import { attachment, ticketSeconds } from '../../../../server/modules/dataio/ticket.ts'
import { isObject } from '../../../../src/schemas/isObject.ts'
import type {
  ShopCompetitionRow,
  ShopContestantRow,
  ShopTeamChengjiRow,
  ShopTeamRow,
  ShopUserCompetitionRow,
} from '../rows.generated.ts'
import { type Certificate, drawCertificate } from './certificatePaper.ts'
import { resultSql, withUnit } from './resultText.ts'

const page = 'shop/team/chengji'
const use = 'certificates'
/** Pages of one PDF. */
const most = 200

/** Whom a ticket was given to, for which results. */
interface Ticket {
  area: 'admin' | 'user'
  id: number
  results: readonly number[]
  lang: Lang
}

/**
 * The address of a PDF with a page for each of these results, valid for a minute, because a browser link carries no token. The ticket is
 * sealed, not stored: what it may fetch is asked again when it is used. Refused where the machine has no font for it.
 */
export async function certificateAddress(
  ctx: Context,
  area: Ticket['area'],
  results: readonly number[],
): Promise<{ url: string }> {
  if (results.length === 0) throw new Refused('team.noResult')
  if (results.length > most) throw new Refused('team.manyResults', { n: most })
  if (!(await findPdfFont())) throw new Refused('team.noFont')
  const ticket: Ticket = { area, id: ctx.actor?.id ?? 0, results, lang: ctx.lang }
  const sealed = await ctx.services.secretBox.close(use, ctx.now + ticketSeconds, JSON.stringify(ticket))
  return { url: `/api/shop.Join/certificate?until=${ctx.now + ticketSeconds}&ticket=${sealed}` }
}

/** The published results of a registration that have certificates. */
export async function certifiedOf(db: Reader, joinId: number, userId: number): Promise<number[]> {
  const { rows } = await sql<Pick<ShopTeamChengjiRow, 'id'>>`select r.id from shop_team_chengji r
    join shop_user_competition e on e.id = r.entry_id where e.join_id = ${joinId} and e.user_id = ${userId}
      and r.published = 1 and r.finish = 'ok' order by e.bib_no, r.id`.execute(db)
  return rows.map(({ id }) => id)
}

export const certificateHandlers: readonly Handler[] = [
  { app: 'api', controller: 'shop.Join', action: 'certificate', method: 'GET', access: { type: 'public' }, run: certificateFile },
]

/** GET certificate?until=…&ticket=…: the PDF. Whoever lost the right meanwhile, and a member whose result is no longer published, gets nothing. */
async function certificateFile(ctx: Context): Promise<RawAnswer> {
  const ticket = await openTicket(ctx)
  const rights = ticket && (await loadRights(ctx.read, ticket.area, ticket.id))
  if (!ticket || !rights || rights.closed) throw new HttpRefused(404)
  if (ticket.area === 'admin' && !can({ ...rights, sessionId: '' }, `${page}/publish`)) throw new HttpRefused(404)
  const found = await readResults(ctx.read, ticket)
  const font = await findPdfFont()
  if (found.length === 0 || !font) throw new HttpRefused(404)
  const word = wordsOf(ctx.schema, ticket.lang)
  const title = word('actions.certificate.print.head')
  const pdf = await makePdf(
    found.map((result) => certificateOf(result, word)),
    { font, title },
    drawCertificate,
  )
  const [only] = found
  const name = found.length === 1 && only ? `${title} ${only.name}` : title
  return new RawAnswer('application/pdf', Readable.from([pdf]), {
    'content-length': String(pdf.length),
    'content-disposition': attachment(name, 'pdf', 'certificate'),
    'cache-control': 'no-store',
  })
}

async function openTicket(ctx: Context): Promise<Ticket | undefined> {
  const { until, ticket } = ctx.query
  if (typeof until !== 'string' || typeof ticket !== 'string' || !(Number(until) >= ctx.now)) return undefined
  const text = await ctx.services.secretBox.open(use, until, ticket)
  const read: unknown = text === undefined ? undefined : JSON.parse(text)
  return isObject(read) ? (read as unknown as Ticket) : undefined // sealed by certificateAddress
}

type Result = Pick<ShopTeamChengjiRow, 'id' | 'group_name' | 'round' | 'rank' | 'award'> &
  Pick<ShopCompetitionRow, 'title' | 'season' | 'result_type'> &
  Pick<ShopUserCompetitionRow, 'bib_no'> &
  Pick<ShopContestantRow, 'name'> & { team: ShopTeamRow['name'] | null; day: string | null; result: string }

/** By group and rank, as they are handed out; those of somebody who did not finish have none, and a member has only published ones of their own. */
async function readResults(db: Reader, { area, id, results }: Ticket): Promise<Result[]> {
  const { rows } =
    await sql<Result>`select r.id, r.group_name, r.round, ${sql.raw(resultSql('r'))} as result, r.rank, r.award, c.title, c.season,
      r.result_type, e.bib_no, coalesce(p.name, t.name, '') as name, t.name as team,
      to_char(to_timestamp(r.publish_time) at time zone ${sql.raw(siteZone)}, 'YYYY-MM-DD') as day
    from shop_team_chengji r join shop_competition c on c.id = r.competition_id join shop_user_competition e on e.id = r.entry_id
      left join shop_contestant p on p.id = r.contestant_id left join shop_team t on t.id = r.team_id
    where r.id = any(${[...results]}::int[]) and r.finish = 'ok' and (${area} = 'admin' or (r.published = 1 and e.user_id = ${id}))
    order by r.competition_id, r.group_name, r.round, r.rank, r.id`.execute(db)
  return rows
}

type Word = (key: string, params?: Readonly<Record<string, string>>) => string

const wordsOf =
  (schema: Schema, lang: Lang): Word =>
  (key, params) =>
    schema.words.text(lang, page, key, params)

function certificateOf(result: Result, word: Word): Certificate {
  const label = (field: string) => word(`fields.${field}.label`)
  const facts = [
    { label: label('group_name'), value: result.group_name },
    { label: label('round'), value: word(`fields.round.options.${result.round}`) },
    { label: label('result'), value: withUnit(result.result, result.result_type, word) },
    { label: label('rank'), value: String(result.rank ?? '') },
    { label: label('award'), value: result.award },
  ]
  const about = [
    `${word('related.entry.bib_no.label')} ${result.bib_no}`,
    result.team && result.team !== result.name ? result.team : '',
  ]
  return {
    heading: word('actions.certificate.print.head'),
    competition: result.title,
    certifies: word('actions.certificate.print.who'),
    name: result.name,
    about: about.filter((part) => part !== '').join('  ·  '),
    achieved: word('actions.certificate.print.result'),
    facts: facts.filter(({ value }) => value !== ''),
    number: `No. ${result.season}-${String(result.id).padStart(6, '0')}`,
    date: result.day ?? '',
  }
}
