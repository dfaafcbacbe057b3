import { day, hour } from '../clock.ts'

/** A group: name, fee in fen, places, and whom it takes. */
type Group = readonly [name: string, fee: number, quota: number, limits?: { gender?: 1 | 2; ages?: readonly [number, number] }]

export interface DemoCompetition {
  title: string
  /** Second line of the picture. */
  line: string
  color: string
  category: 'run' | 'ride' | 'ball' | 'esport' | 'other'
  type: 'person' | 'team'
  result: 'time' | 'score' | 'distance'
  city: readonly [number, number, number]
  place: string
  /** Days from the demo's own day: registration opens and closes, it starts and ends. */
  days: readonly [open: number, close: number, start: number, end: number]
  groups: readonly Group[]
}

/** Three that are over, one under way, two to register for, two still to come. */
export const competitions: readonly DemoCompetition[] = [
  {
    title: '滨江半程马拉松',
    line: '21.0975 公里，沿江而跑',
    color: '#2f6f8f',
    category: 'run',
    type: 'person',
    result: 'time',
    city: [330_000, 330_100, 330_108],
    place: '钱塘江北岸滨江广场',
    days: [-110, -70, -60, -59],
    groups: [
      ['半程', 12_000, 200],
      ['欢乐跑', 6000, 120],
    ],
  },
  {
    title: '城市五人制足球联赛',
    line: '小组循环，决赛争冠',
    color: '#4f7a3a',
    category: 'ball',
    type: 'team',
    result: 'score',
    city: [310_000, 310_100, 310_104],
    place: '徐汇滨江足球公园',
    days: [-100, -55, -45, -43],
    groups: [['公开组', 60_000, 24]],
  },
  {
    title: '环湖骑行挑战赛',
    line: '六小时看谁骑得远',
    color: '#8a5a2b',
    category: 'ride',
    type: 'person',
    result: 'distance',
    city: [320_000, 320_500, 320_506],
    place: '太湖东岸驿站',
    days: [-75, -30, -20, -19],
    groups: [
      ['公路组', 16_000, 120],
      ['休闲组', 8000, 120],
    ],
  },
  {
    title: '企业电竞邀请赛',
    line: '个人积分赛',
    color: '#5a4d92',
    category: 'esport',
    type: 'person',
    result: 'score',
    city: [440_000, 440_300, 440_305],
    place: '南山文体中心',
    days: [-40, -5, -1, 2],
    groups: [
      ['专业组', 5000, 40],
      ['新手组', 0, 60],
    ],
  },
  {
    title: '山地越野跑',
    line: '15 公里，爬升 900 米',
    color: '#3c6e50',
    category: 'run',
    type: 'person',
    result: 'time',
    city: [510_000, 510_100, 510_181],
    place: '青城后山游客中心',
    days: [-20, 10, 25, 26],
    groups: [
      ['全程', 18_000, 100],
      ['体验组', 9000, 60],
    ],
  },
  {
    title: '飞盘公开赛',
    line: '男女混合，精神至上',
    color: '#24717c',
    category: 'other',
    type: 'person',
    result: 'score',
    city: [110_000, 110_100, 110_105],
    place: '奥林匹克森林公园南园',
    days: [-15, 15, 30, 31],
    groups: [
      ['混合组', 8000, 80],
      ['青年组', 5000, 40, { ages: [16, 30] }],
    ],
  },
  {
    title: '城市定向越野',
    line: '一张地图，一座城',
    color: '#a34a2a',
    category: 'other',
    type: 'team',
    result: 'time',
    city: [420_000, 420_100, 420_106],
    place: '东湖绿道起点',
    days: [7, 37, 60, 61],
    groups: [['团队组', 30_000, 50]],
  },
  {
    title: '女子十公里',
    line: '为自己跑一次',
    color: '#a23f6b',
    category: 'run',
    type: 'person',
    result: 'time',
    city: [350_000, 350_200, 350_203],
    place: '环岛路音乐广场',
    days: [20, 50, 75, 76],
    groups: [
      ['公开组', 10_000, 300, { gender: 2 }],
      ['大师组', 10_000, 100, { gender: 2, ages: [45, 99] }],
    ],
  },
]

/** Times of a competition of the demo shop; those of the day are at 8 in the morning there. */
export function timesOf({ days: [open, close, start, end] }: DemoCompetition, now: number) {
  const morning = now - ((now + 8 * hour) % day) + 8 * hour
  // What runs now runs whatever the hour of the demo's clock.
  const at = (days: number) => morning + days * day
  return { join_start: at(open), join_end: at(close), start_time: at(start), end_time: at(end) }
}

/** Rows of the competitions. */
export function competitionRows(now: number): Record<string, unknown>[] {
  return competitions.map((each, i) => {
    const times = timesOf(each, now)
    const year = new Date((times.start_time + 8 * hour) * 1000).getUTCFullYear()
    const created = times.join_start - 10 * day < now ? times.join_start - 10 * day : now - (i + 1) * day
    return {
      title: `${year} ${each.title}`,
      cover: `/demo/competition-${i + 1}.svg`,
      images: [],
      season: year,
      category: each.category,
      type: each.type,
      result_type: each.result,
      city: each.city,
      place: each.place,
      ...times,
      start_gun: each.category === 'run' ? '08:00:00' : null,
      groups: JSON.stringify(each.groups.map(groupRow)),
      team_min: each.type === 'team' ? 3 : null,
      team_max: each.type === 'team' ? 6 : null,
      need_idnumber: 1,
      need_audit: 1,
      refund_until: times.start_time - 3 * day,
      content: `<h2>${each.title}</h2><p>${each.line}。请按时到场，携带身份证件领取参赛物资。</p>`,
      rules_file: [],
      contact_mobile: '13800138000',
      weigh: competitions.length - i,
      status: 1,
      join_count: 0,
      result_count: 0,
      create_time: created,
      update_time: created,
    }
  })
}

function groupRow([name, fee, quota, limits]: Group) {
  const [min_age, max_age] = limits?.ages ?? [null, null]
  return { name, fee, quota, gender: limits?.gender ?? 0, min_age, max_age }
}

/** Names and colours of the teams. */
export const teamNames: readonly string[] = [
  '滨江快乐足球',
  '老友记',
  '周五下班后',
  '橙色风暴',
  '蓝鲸',
  '铁臂阿童木',
  '雷霆',
  '不倒翁',
  '城南旧事',
  '极光',
  '野马',
  '晨跑俱乐部',
  '北岸联队',
  '飞鱼',
  '青柠',
  '逐风',
  '三号看台',
  '大树下',
  '银杏',
  '沙丘',
  '追光者',
  '半山腰',
  '红砖厂',
  '夜航船',
]
export const teamColors = ['#2b5a92', '#8c3f5c', '#3c6e50', '#a34a2a', '#5a4d92', '#24717c', '#b7791f', '#4f6b2f'] as const
