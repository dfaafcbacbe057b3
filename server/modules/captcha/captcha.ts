import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { dbClock } from '../../core/clock.ts'
import type { Context } from '../../core/context.ts'
import type { Database } from '../../core/db/connect.ts'
import { HttpRefused, Refused } from '../../core/refuse.ts'
import type { CaptchaRow } from '../../core/rows.generated.ts'
import { admitWithin } from '../../core/session/throttle.ts'
import { tokenHash } from '../../core/session/tokens.ts'
import { inTransaction } from '../../core/transaction/transaction.ts'
import { type Answer, answers } from './answer.ts'
import { chooseThings, drawThings, height, width } from './picture.ts'

/** Seconds to solve one, and to use it once it is solved (decision 14). */
const toSolve = 600
const toUse = 120
const wrongTries = 3
/** Pictures and questions one address gets in a minute. */
const perMinute = 60
/** How many things to click, and how many more the picture shows. */
const targets = 2
const decoys = 2

/**
 * A new picture for an id chosen by the browser; an earlier one is void. `text` names what to click, in order; `question` offers a
 * question instead.
 */
export async function makePicture(ctx: Context, id: string): Promise<object> {
  await admitCaptcha(ctx)
  const things = await chooseThings(ctx.lang === 'zh-cn', targets + decoys)
  const picture = await drawThings(things)
  const boxes = things.slice(0, targets).map(({ x, y, size }) => ({ x, y, size }))
  await keep(ctx.services.database, id, { type: 'clicks', boxes })
  const text = things
    .slice(0, targets)
    .map(({ type, name }) => (type === 'text' ? name : `<${ctx.text(`captcha.icons.${name}`)}>`))
  return { id, text, base64: `data:image/png;base64,${picture.toString('base64')}`, width, height, question: true }
}

/** The same for who sees no pictures: a sum in words, whose answer is a number (one of 576, three tries). */
export async function makeQuestion(ctx: Context, id: string): Promise<object> {
  await admitCaptcha(ctx)
  const [hundreds, tens, ones, more] = [randomInt(1, 10), randomInt(2, 10), randomInt(1, 5), randomInt(1, 6)]
  await keep(ctx.services.database, id, { type: 'number', value: 100 * hundreds + 10 * tens + ones + more })
  const digit = (n: number) => ctx.text(`captcha.digits.${n}`)
  const question = ctx.text('captcha.question', {
    hundreds: digit(hundreds),
    tens: ctx.text(`captcha.tens.${tens}`),
    ones: digit(ones),
    more: digit(more),
  })
  return { id, question }
}

async function admitCaptcha(ctx: Context): Promise<void> {
  const admitted = await inTransaction(ctx.services.database, (trx) =>
    admitWithin(trx, 'captcha', ctx.ip, { atMost: perMinute, seconds: 60 }),
  )
  if (!admitted) throw new HttpRefused(429, 60)
}

async function keep(database: Database, id: string, answer: Answer): Promise<void> {
  await sql`
    INSERT INTO captcha (key, answer, tries, solved, expires_time, create_time, update_time)
    SELECT ${tokenHash(id)}, ${JSON.stringify(answer)}, 0, 0, n + ${toSolve}::bigint, n, n FROM (SELECT ${dbClock} AS n) clock
    ON CONFLICT (key) DO UPDATE SET answer = excluded.answer, tries = 0, solved = 0, expires_time = excluded.expires_time,
      update_time = excluded.update_time`.execute(database.write)
}

/**
 * Is it solved by `info`? `use` takes it away, so that of two at once one succeeds; otherwise it stays for the request it is for. The third
 * wrong try voids it. Committed at once: what becomes of the request changes nothing.
 */
export async function checkCaptcha(database: Database, id: string, info: string, use: boolean): Promise<boolean> {
  const key = tokenHash(id)
  return inTransaction(database, async (trx) => {
    const { rows } = await sql<Pick<CaptchaRow, 'answer' | 'tries' | 'solved'>>`
      SELECT answer, tries, solved FROM captcha WHERE key = ${key} AND expires_time > ${dbClock} FOR UPDATE`.execute(trx)
    const row = rows[0]
    if (!row) return false
    const right = answers(JSON.parse(row.answer) as Answer, info)
    if (right ? use : row.tries + 1 >= wrongTries) await sql`DELETE FROM captcha WHERE key = ${key}`.execute(trx)
    else if (!right) await sql`UPDATE captcha SET tries = tries + 1 WHERE key = ${key}`.execute(trx)
    else if (row.solved === 0)
      await sql`UPDATE captcha SET solved = 1, expires_time = ${dbClock} + ${toUse}::bigint WHERE key = ${key}`.execute(trx)
    return right
  })
}

/** Lets a request on only with a captcha that is solved by what it brings (`captchaId`, `captchaInfo`), and uses it up. */
export async function requireCaptcha(ctx: Context): Promise<void> {
  const { captchaId, captchaInfo } = ctx.body
  const given = typeof captchaId === 'string' && typeof captchaInfo === 'string'
  if (!given || !(await checkCaptcha(ctx.services.database, captchaId, captchaInfo, true)))
    throw new Refused('captcha.wrong', {}, { field: 'captcha' })
}
