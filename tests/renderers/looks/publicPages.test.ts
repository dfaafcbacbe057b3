import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeFaults, wcagTags } from '../../harness/browser/axe.ts'
import { type Look, openSite } from '../../harness/browser/site.ts'
import { everyNth, isLong, sampleOf } from '../../harness/sampling.ts'

const { server, open: openPage } = await openSite()

/** The page of the tests that keep nothing in it. */
const shared = await openPage({ lang: 'en', reducedMotion: 'reduce' })

async function open(path: string, look?: Look): Promise<Page> {
  const page = look ? await openPage({ lang: 'en', reducedMotion: 'reduce', ...look }) : shared
  await page.goto(`${server.url}${path}`)
  await page.locator('h1').first().waitFor()
  return page
}

const pathOf = (page: Page) => new URL(page.url()).pathname
const tiles = (page: Page, shelf: string) => page.getByRole('region', { name: shelf }).getByRole('heading', { level: 3 })

/** Sets a row of the site's settings; gives the way back. */
async function setSite(name: string, value: string): Promise<() => Promise<unknown>> {
  const [before] = await server.query<{ value: string }>('select value from config where name = $1', [name])
  await server.query('insert into config (name, value) values ($1, $2) on conflict (name) do update set value = $2', [
    name,
    value,
  ])
  return () =>
    before
      ? server.query('update config set value = $2 where name = $1', [name, before.value])
      : server.query('delete from config where name = $1', [name])
}

describe('the home page', () => {
  test('shows every visitor what is on sale, newest first and best-selling first, with prices', async () => {
    const page = await open('/')
    const onSale = `status = 1 and delete_time is null and coalesce(on_sale_time, 0) <= extract(epoch from now())
      and coalesce(off_sale_time, 9999999999) > extract(epoch from now())`
    const newest = await server.query<{ name: string }>(
      `select name_en as name from shop_goods where ${onSale} order by coalesce(on_sale_time, create_time) desc, id desc limit 8`,
    )
    const hot = await server.query<{ name: string; price: number }>(
      `select name_en as name, price from shop_goods where ${onSale} order by sales + virtual_sales desc, id desc limit 8`,
    )
    expect(newest.length).toBe(8)
    await expect.poll(() => tiles(page, 'New in the shop').allTextContents()).toEqual(newest.map(({ name }) => name))
    expect(await tiles(page, 'Bestsellers').allTextContents()).toEqual(hot.map(({ name }) => name))
    const price = (Number(hot[0]?.price) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')
    await page.getByRole('region', { name: 'Bestsellers' }).getByText(`¥${price}`).first().waitFor()
    const classes = await server.query<{ name: string }>(
      'select coalesce(nullif(name_en, $1), name) as name from shop_goods_classify where status = 1 and is_nav = 1 order by weigh desc, id limit 12',
      [''],
    )
    const shown = page.getByRole('region', { name: 'Shop by category' }).getByRole('listitem')
    expect(await shown.allTextContents()).toEqual(classes.map(({ name }) => name))
  })

  test('what is taken off sale, not yet on sale or deleted is not shown to anybody', async () => {
    const [first, second, third] = await server.query<{ id: number; name: string }>(
      'select id, name_en as name from shop_goods where status = 1 and delete_time is null order by sales + virtual_sales desc, id desc limit 3',
    )
    const owner = await server.signIn('admin')
    const goods = '/admin/shop.goods.Goods'
    expect((await owner.post(`${goods}/offSale`, { id: first?.id })).body.code).toBe(1)
    await server.query('update shop_goods set on_sale_time = extract(epoch from now())::bigint + 3600 where id = $1', [
      second?.id,
    ])
    expect((await owner.del(`${goods}/del`, { ids: [third?.id] })).body.code).toBe(1)
    const { body } = await server.guest().get<{ hot: { id: number }[]; newest: { id: number }[] }>('/api/shop.Home/index')
    const ids = [...body.data.hot, ...body.data.newest].map(({ id }) => id)
    expect(ids.length).toBe(16)
    for (const gone of [first, second, third]) expect(ids).not.toContain(gone?.id)
    await owner.post(`${goods}/onSale`, { id: first?.id })
    await server.query('update shop_goods set on_sale_time = null where id = $1', [second?.id])
  })

  test('leads members to their centre and administrators to the back office; the record number leads to its register', async () => {
    const back = await setSite('record_number', '京ICP备12345678号')
    const page = await open('/', { lang: 'zh-cn' })
    const record = page.getByRole('contentinfo').getByRole('link', { name: '京ICP备12345678号' })
    await record.waitFor()
    expect(await record.getAttribute('href')).toBe('https://beian.miit.gov.cn/')
    await page.getByRole('link', { name: '会员登录' }).click()
    await page.waitForURL((url) => url.pathname === '/user/login')
    await page.goBack()
    await page.getByRole('contentinfo').getByRole('link', { name: '管理后台' }).click()
    await expect.poll(() => pathOf(page)).toBe('/admin/login')
    await page.context().close()
    await back()
  })

  test('a closed member centre has no entry, and its addresses say that it is closed', async () => {
    const back = await setSite('open_member_center', '0')
    const page = await open('/')
    await tiles(page, 'Bestsellers').first().waitFor()
    expect(await page.locator('a[href^="/user"]').count()).toBe(0)
    for (const path of ['/user', '/user/login', '/user/account/balance']) {
      await page.goto(`${server.url}${path}`)
      await page.getByRole('heading', { name: 'The member centre is closed' }).waitFor()
      expect(await page.locator('input').count()).toBe(0)
    }
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await tiles(page, 'Bestsellers').first().waitFor()
    await back()
  })

  test('a failure to load products is shown; a retry loads them, and nothing polls in a loop', async () => {
    const page = await open('/404', { allow: [/503/] })
    let asked = 0
    await page.route('**/api/shop.Home/index*', (route) => {
      asked++
      return route.fulfill({ status: 503, body: 'away' })
    })
    await page.getByRole('button', { name: 'To the home page' }).click()
    const fault = page.getByRole('alert').filter({ hasText: 'Products could not be loaded. Try again later' })
    await fault.getByText('Service unavailable!').waitFor()
    expect(asked).toBe(3)
    await page.unroute('**/api/shop.Home/index*')
    await fault.getByRole('button', { name: 'Try again' }).click()
    await tiles(page, 'Bestsellers').first().waitFor()
    await page.context().close()
  })

  test('the choice of language is kept, the page reloads in it, and declares it to assistive technology', async () => {
    const page = await open('/', { lang: 'zh-cn' })
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
    await page.getByRole('button', { name: '语言' }).click()
    const loaded = page.waitForEvent('load')
    await page
      .getByRole('menuitemradio', { name: 'English' })
      .or(page.getByRole('menuitem', { name: 'English' }))
      .click()
    await loaded
    await page.getByRole('region', { name: 'Bestsellers' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('storeConfig_v2') ?? '{}').lang)).toBe('en')
    expect(await page.title()).toBe('Home - Kontor')
    expect(await page.locator('meta[name="description"]').getAttribute('content')).toMatch(/^Welcome/)
    await page.context().close()
  })

  test('by keyboard one skips to the content, and reaches every way in', async () => {
    const page = await open('/')
    await tiles(page, 'Bestsellers').first().waitFor()
    const reached: string[] = []
    for (let n = 0; n < 100 && reached.at(-1) !== 'Back office'; n++) {
      await page.keyboard.press('Tab')
      reached.push(
        await page.evaluate(
          () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
        ),
      )
    }
    expect(reached.slice(0, 12)).toEqual([
      'Skip to content',
      'Kontor',
      'All products',
      'Coupon centre',
      'Competitions',
      'Search products',
      'Search',
      'Cart',
      'Member centre',
      'Language',
      'Switch to dark',
      'Member sign-in',
    ])
    expect(reached).toContain('Back office')
  })

  test('search engines find it and the pages that show everybody the same, and nothing else', async () => {
    const head = async (path: string) => (await fetch(server.url + path, { headers: { accept: 'text/html' } })).headers
    for (const path of ['/', '/goods', '/goods/1', '/coupons']) expect((await head(path)).get('x-robots-tag'), path).toBeNull()
    for (const path of ['/cart', '/pay/1', '/admin/login', '/user/login', '/admin/shop/order/order', '/401', '/404', '/nothing'])
      expect((await head(path)).get('x-robots-tag'), path).toBe('noindex, nofollow')
    expect(await (await fetch(`${server.url}/robots.txt`)).text()).toBe('User-agent: *\nAllow: /\n')
  })
})

test('an address without a page says so, names it, and leads home', async () => {
  const page = await open('/no/such/page?a=1')
  await expect.poll(() => pathOf(page)).toBe('/404')
  await page.getByText('/no/such/page?a=1').waitFor()
  await page.getByRole('button', { name: 'To the home page' }).click()
  await expect.poll(() => pathOf(page)).toBe('/')
})

const paths = ['/', '/401', '/404', '/admin/login', '/user/login', '/user/login?type=register'] as const
/**
 * Both languages, themes and widths of each, in two pages; over all of them every pair of the three. The long run takes every mix of the
 * three.
 */
const looks = paths.flatMap((path, at) =>
  (['zh-cn', 'en'] as const).flatMap((lang) =>
    [false, true].flatMap((dark) =>
      [1440, 390]
        .filter(
          (width) => isLong || ((width === 1440) === ((lang === 'en') === dark) && ((lang === 'en') === dark) === (at % 2 === 0)),
        )
        .map((width) => ({ path, lang, dark, width })),
    ),
  ),
)

/** WCAG 2.2 AA, and the rules of good practice that Lighthouse adds to it. */
const levels = [...wcagTags, 'wcag21a', 'best-practice']

test.each(sampleOf('looks of public pages', looks, everyNth(5)))(
  '$path in $lang, dark: $dark, $width px wide: nothing that axe finds, nothing cut at the side',
  async (look) => {
    const page = await open(look.path, look)
    if (look.path === '/') await page.locator('.h-tile h3').first().waitFor()
    expect(await axeFaults(page, levels)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.context().close()
  },
)
