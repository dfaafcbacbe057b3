import { expect } from 'vitest'
import { keysOf } from '../../../../tests/harness/browser/keys.ts'
import { openLongOffice, shot } from '../../../../tests/harness/browser/site.ts'
import { longTest } from '../../../../tests/harness/longTest.ts'
import { picture } from '../../../../tests/harness/uploads.ts'

const { server, page, openList } = await openLongOffice({ look: { lang: 'en', reducedMotion: 'reduce' } })
const { keyboard } = page
const field = (name: string) => page.locator(`[data-field="${name}"]`)

const { reach, press, type, choose, save, further } = keysOf(page)

longTest('joins.test and results.test over HTTP; keysAlone.test fills in a form by keys')(
  'a registration is audited, a result entered and published, and a balance changed by keys alone',
  async () => {
    await openList('shop/team/join?status=2')
    const row = page.locator('[data-id]').first()
    const joinId = Number(await row.getAttribute('data-id'))
    await press(row.getByRole('button', { name: 'Review', exact: true }))
    await field('result').waitFor()
    await save()
    const statusOf = async () =>
      (await server.query<{ status: number }>('select status from shop_team_join where id = $1', [joinId]))[0]?.status
    await expect.poll(statusOf).toBe(3)

    const [entry] = await server.query<{ id: number; bib_no: string; title: string }>(
      `select e.id, e.bib_no, c.title from shop_user_competition e join shop_competition c on c.id = e.competition_id
      where e.join_id = $1 order by e.id limit 1`,
      [joinId],
    )
    await server.query(`update shop_competition set result_type = 'score' where title = $1`, [entry?.title])
    await openList('shop/team/chengji')
    await press(page.getByRole('button', { name: 'Add', exact: true }))
    await field('competition_id').waitFor()
    await choose(field('competition_id'), entry?.title ?? '')
    await choose(field('entry_id'), entry?.bib_no ?? '')
    // What the form asks for is the competition's to say.
    await type(field('score_result').locator('input'), '9.5')
    expect(await field('time_result').isVisible()).toBe(false)
    await shot(page, 'result-by-keys')
    await save()
    const resultOf = async () =>
      (
        await server.query(
          'select time_result, score_result::float as score, rank, published from shop_team_chengji where entry_id = $1',
          [entry?.id],
        )
      )[0]
    await expect.poll(resultOf).toEqual({ time_result: null, score: 9.5, rank: 1, published: 0 })
    await openList(`shop/team/chengji?entry_id=${entry?.id}`)
    await further('Publish')
    await page.getByRole('alertdialog').waitFor()
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }))
    await expect.poll(resultOf).toEqual({ time_result: null, score: 9.5, rank: 1, published: 1 })

    await openList('shop/user/user?id=7')
    const moneyOf = async () =>
      (await server.query<{ money: number }>('select money::int from "user" where id = 7'))[0]?.money ?? 0
    const before = await moneyOf()
    await further('Balance')
    await type(field('money').locator('input'), '12.50')
    await type(field('memo').locator('input'), 'Goodwill')
    await save('Balance')
    await expect.poll(moneyOf).toBe(before + 1250)
  },
)

/** Another part of a form that has several, by the arrow keys. */
async function turnTo(tab: string): Promise<void> {
  await reach(page.getByRole('tablist').last())
  const wanted = page.getByRole('tab', { name: tab, selected: true })
  for (let n = 0; n < 3 && !(await wanted.isVisible()); n++) await keyboard.press('ArrowRight')
  await wanted.waitFor()
}

longTest('a registration is audited by keys alone in the same forms')(
  'a competition is added by keys alone: picture, region, times, a group and its text',
  async () => {
    await openList('shop/team/competition')
    await press(page.getByRole('button', { name: 'Add', exact: true }))
    await type(field('title').locator('input'), 'Night run')
    const chooser = page.waitForEvent('filechooser')
    await press(field('cover').getByRole('button', { name: 'Upload', exact: true }))
    await (await chooser).setFiles([{ name: 'cover.png', mimeType: 'image/png', buffer: await picture(7) }])
    await field('cover').locator('img').waitFor()
    await press(field('city').getByRole('combobox'))
    for (let level = 0; level < 3; level++) {
      await page
        .locator(`.k-cascade-col:nth-child(${level + 1}):focus-within [role=option]`)
        .first()
        .waitFor()
      await keyboard.press('Enter')
    }
    await type(field('place').locator('input'), 'River side')
    const times = { join_start: '2031-03-01', join_end: '2031-04-01', start_time: '2031-05-01', end_time: '2031-05-02' }
    for (const [name, day] of Object.entries(times)) await type(field(name).locator('input'), `${day} 08:00:00`)
    await shot(page, 'competition-half')
    const [day] = await server.query<{ year: string }>(`select to_char(now() at time zone 'Asia/Shanghai', 'YYYY') as year`)
    expect(await field('season').locator('input').inputValue()).toBe(day?.year)
    await turnTo('Groups and registration')
    await press(field('groups').getByRole('button').last())
    const cell = (name: string) => field('groups').locator(`[id$="-${name}"]`)
    await type(cell('name'), '5 km')
    await type(cell('fee'), '20.00')
    await type(cell('quota'), '100')
    await turnTo('Content')
    await reach(field('content').locator('[contenteditable=true]'))
    await keyboard.type('Bring a lamp.')
    await shot(page, 'competition-by-keys')
    await save()
    const [made] = await server.query(`select place, start_time, groups from shop_competition where title = 'Night run'`)
    expect(made).toMatchObject({ place: 'River side' })
  },
)

longTest('decisions.test sends a coupon, dialogs.test ships in the same form')(
  'a coupon is sent and a points order delivered by keys alone',
  async () => {
    const [coupon] = await server.query<{ id: number }>(
      'select id from shop_coupon where status = 1 and received + 10 < total and delete_time is null order by id limit 1',
    )
    await openList(`shop/coupon/coupon?id=${coupon?.id}`)
    const held = async () =>
      (
        await server.query<{ n: number }>(
          'select count(*)::int as n from shop_coupon_receive where user_id = 7 and source = $1',
          ['send'],
        )
      )[0]?.n
    const before = (await held()) ?? 0
    await further('Send')
    const [member] = await server.query<{ nickname: string }>('select nickname from "user" where id = 7')
    await choose(field('user_ids'), member?.nickname ?? '')
    await shot(page, 'send-by-keys')
    await save('Send to 1 members')
    await expect.poll(held).toBe(before + 1)

    await openList('points/order?status=1')
    const row = page.locator('[data-id]').first()
    const id = Number(await row.getAttribute('data-id'))
    await press(row.getByRole('button', { name: 'Ship', exact: true }))
    await choose(field('company_id'), '顺丰')
    await type(field('tracking_no').locator('input'), 'SF123456789012')
    await shot(page, 'points-by-keys')
    await save()
    const sent = async () => (await server.query('select status, tracking_no from points_order where id = $1', [id]))[0]
    await expect.poll(sent).toEqual({ status: 2, tracking_no: 'SF123456789012' })
  },
)
