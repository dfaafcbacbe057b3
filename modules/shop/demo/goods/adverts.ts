import { day } from '../clock.ts'

interface DemoBanner {
  title: string
  /** What the whole picture says, in English. */
  titleEn: string
  /** Second line of the picture. */
  line: string
  color: string
  position: 'home' | 'classify' | 'coupon' | 'points' | 'member'
  /** What it leads to, by key counted from 1, or an address. */
  to?: { goods: number } | { classify: number } | { url: string }
  /** Days from the demo's own day; without them it is always in force. */
  window?: readonly [from: number, until: number]
}

/** Banners of the demo shop: eight over four places, one still to come, one over. */
export const banners: readonly DemoBanner[] = [
  {
    title: '换季上新',
    titleEn: 'New Season Arrivals: light down and wool scarves',
    line: '轻薄羽绒与羊毛围巾，暖意先到',
    color: '#8c3f5c',
    position: 'home',
    to: { classify: 1 },
  },
  {
    title: '数码焕新周',
    titleEn: 'Digital Week: interest-free in twelve instalments',
    line: '指定机型享十二期免息',
    color: '#2b5a92',
    position: 'home',
    to: { goods: 17 },
  },
  {
    title: '会员日',
    titleEn: 'Members’ Day: double points on the 8th of each month',
    line: '每月 8 日，积分翻倍',
    color: '#3c6e50',
    position: 'home',
    to: { url: '/user' },
  },
  {
    title: '年货节',
    titleEn: 'New Year Fair: nut gift boxes ahead of time',
    line: '坚果礼盒提前购',
    color: '#a34a2a',
    position: 'home',
    to: { classify: 5 },
    window: [14, 44],
  },
  {
    title: '春日踏青',
    titleEn: 'Spring Outings: tents and hiking shoes from 20% off',
    line: '帐篷、登山鞋低至八折',
    color: '#4f6b2f',
    position: 'home',
    to: { classify: 6 },
    window: [-40, -5],
  },
  {
    title: '家居焕新',
    titleEn: 'A Fresh Home: something new for every room',
    line: '给家添一点新意',
    color: '#75583a',
    position: 'classify',
    to: { classify: 4 },
  },
  {
    title: '积分兑好礼',
    titleEn: 'Gifts for Points: even one point counts',
    line: '一分也能换',
    color: '#5a4d92',
    position: 'points',
  },
  {
    title: '完善资料',
    titleEn: 'Complete Your Profile: points in your birthday month',
    line: '生日当月送积分',
    color: '#24717c',
    position: 'member',
    to: { url: '/user/account/profile' },
  },
]

const notices = [
  {
    content: '节假日照常发货，偏远地区时效顺延一至两天。',
    content_en: 'We ship on holidays too; remote regions take a day or two longer.',
    icon: 'pi pi-truck',
    audience: 'all',
    link_url: '',
    detail: '<p>新疆、西藏、青海、内蒙古等地区预计延后 1 至 2 天送达，敬请谅解。</p>',
    detail_en: '<p>Parcels to Xinjiang, Tibet, Qinghai and Inner Mongolia arrive one or two days later than usual.</p>',
    color: '#B45309',
    background: '#FFFBEB',
  },
  {
    content: '新会员注册即可参与积分活动，登录会员中心查看。',
    content_en: 'Join as a member and collect points with every order.',
    icon: 'pi pi-gift',
    audience: 'guest',
    link_url: '/user/login',
    detail: '',
    detail_en: '',
    color: '#1D4ED8',
    background: '#EFF6FF',
  },
  {
    content: '会员专享：本月积分抵扣上限提高。',
    content_en: 'For members: points pay a larger part of your orders this month.',
    icon: 'pi pi-star',
    audience: 'member',
    link_url: '/user/account/integral',
    detail: '',
    detail_en: '',
    color: '#166534',
    background: '#F0FDF4',
  },
]

const blocks = [
  {
    title: '编辑精选',
    title_en: "Editor's Picks",
    subtitle: '本月值得入手',
    subtitle_en: 'Worth having this month',
    position: 'home_hot',
    icon: 'pi pi-heart',
    color: '#C0564F',
    mode: 'manual',
    goods_ids: [4, 17, 9, 33, 26, 41],
    auto_rule: null,
  },
  {
    title: '近期热卖',
    title_en: 'Best Sellers',
    subtitle: '近 30 天销量',
    subtitle_en: 'Over the past 30 days',
    position: 'home_new',
    icon: 'pi pi-bolt',
    color: '#B7791F',
    mode: 'auto',
    goods_ids: [],
    auto_rule: 'sales_30',
  },
  {
    title: '凑单好物',
    title_en: 'Top Up Your Order',
    subtitle: '满额包邮',
    subtitle_en: 'Reach free delivery',
    position: 'cart',
    icon: 'pi pi-shopping-cart',
    color: '#3F6FB5',
    mode: 'manual',
    goods_ids: [8, 34, 35, 36],
    auto_rule: null,
  },
  {
    title: '看了又看',
    title_en: 'You May Also Like',
    subtitle: '',
    subtitle_en: '',
    position: 'detail',
    icon: 'pi pi-eye',
    color: '#4F8A63',
    mode: 'auto',
    goods_ids: [],
    auto_rule: 'newest',
  },
]

/** Eight banners, three notices, four recommendations and the shop's mark, by table. */
export function advertRows(now: number): [table: string, rows: Record<string, unknown>[]][] {
  const base = (i: number) => ({ weigh: 100 - i, status: 1, create_time: now - 60 * day, update_time: now - 60 * day })
  const always = { start_time: null, end_time: null }
  return [
    ['shop_setting', [{ name: 'logo', value: JSON.stringify('/demo/logo.svg') }]],
    ['shop_banner', banners.map((banner, i) => ({ ...bannerRow(banner, i + 1, now), ...base(i) }))],
    ['shop_notice_bar', notices.map((notice, i) => ({ ...notice, closable: 1, scroll: 1, ...always, ...base(i) }))],
    [
      'shop_hot_recommend',
      blocks.map((block, i) => ({ ...block, cover: '', classify_id: null, limit: 4, ...always, ...base(i) })),
    ],
  ]
}

function bannerRow(
  { title, titleEn, line, color, position, to, window }: DemoBanner,
  n: number,
  now: number,
): Record<string, unknown> {
  const goods = to && 'goods' in to ? to.goods : null
  const classify = to && 'classify' in to ? to.classify : null
  const url = to && 'url' in to ? to.url : ''
  return {
    title,
    title_en: titleEn,
    position,
    image: `/demo/banner-${n}.svg`,
    image_mobile: `/demo/banner-${n}-mobile.svg`,
    image_en: `/demo/banner-${n}-en.svg`,
    image_mobile_en: `/demo/banner-${n}-mobile-en.svg`,
    alt: `${title}：${line}`,
    background: color,
    link_type: goods ? 'goods' : classify ? 'classify' : url ? 'url' : 'none',
    goods_id: goods,
    classify_id: classify,
    link_url: url,
    start_time: window ? now + window[0] * day : null,
    end_time: window ? now + window[1] * day : null,
    clicks: 0,
    views: 0,
  }
}
