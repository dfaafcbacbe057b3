import type { Random } from '../random.ts'

const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭'
const givenMale = [
  '伟',
  '强',
  '磊',
  '军',
  '洋',
  '勇',
  '杰',
  '涛',
  '明',
  '超',
  '浩然',
  '子轩',
  '宇航',
  '俊杰',
  '志远',
  '建国',
  '文博',
  '晓东',
  '家豪',
  '一鸣',
  '海峰',
  '思源',
]
const givenFemale = [
  '芳',
  '娜',
  '敏',
  '静',
  '丽',
  '艳',
  '娟',
  '霞',
  '秀英',
  '雨桐',
  '欣怡',
  '梓涵',
  '诗雨',
  '佳怡',
  '梦洁',
  '晓雯',
  '婉清',
  '若溪',
  '思琪',
  '雅琴',
  '语嫣',
  '可欣',
]
const nickHeads = [
  '爱喝茶的',
  '早起的',
  '慢吞吞的',
  '会做饭的',
  '爱跑步的',
  '住在江边的',
  '不熬夜的',
  '爱看书的',
  '攒钱买房的',
  '养猫的',
  '逛展的',
  '爱露营的',
]
const nickTails = [
  '小鹿',
  '柚子',
  '阿橘',
  '团子',
  '老张',
  '小林',
  '番茄',
  '企鹅',
  '豆包',
  '木木',
  '小满',
  '鲸鱼',
  '麦子',
  '阿飞',
  '栗子',
  '糖糖',
]

/** A full name; gender 1 male, 2 female, anything else either. */
export function personName(random: Random, gender: number): string {
  const female = gender === 2 || (gender !== 1 && random.chance(50))
  return random.pick([...surnames]) + random.pick(female ? givenFemale : givenMale)
}

/** What members call themselves: an invented phrase, or the name with a courtesy. */
export function nickname(random: Random, name: string): string {
  return random.weighted([
    [random.pick(nickHeads) + random.pick(nickTails), 55],
    [name, 25],
    [`${name.slice(0, 1)}${random.pick(['先生', '女士', '同学', '老师'])}`, 20],
  ])
}

/** Region as three words, and streets that could be there. */
const places: readonly (readonly [string, readonly string[]])[] = [
  ['北京市 北京市 朝阳区', ['建国路', '望京街', '酒仙桥路']],
  ['北京市 北京市 海淀区', ['中关村大街', '学院路', '清河中街']],
  ['上海市 上海市 浦东新区', ['张杨路', '锦绣路', '世纪大道']],
  ['上海市 上海市 徐汇区', ['漕溪北路', '衡山路', '虹梅路']],
  ['广东省 广州市 天河区', ['天河路', '体育西路', '黄埔大道中']],
  ['广东省 深圳市 南山区', ['科苑路', '深南大道', '后海大道']],
  ['广东省 佛山市 顺德区', ['新桂中路', '凤翔路']],
  ['浙江省 杭州市 西湖区', ['文三路', '古墩路', '天目山路']],
  ['浙江省 宁波市 鄞州区', ['百丈东路', '天童北路']],
  ['江苏省 南京市 鼓楼区', ['中山北路', '湖南路', '汉中门大街']],
  ['江苏省 苏州市 工业园区', ['星湖街', '现代大道']],
  ['四川省 成都市 武侯区', ['天府大道', '科华北路', '人民南路四段']],
  ['重庆市 重庆市 渝北区', ['新牌坊一路', '龙山路']],
  ['湖北省 武汉市 洪山区', ['珞喻路', '雄楚大道', '光谷大道']],
  ['湖南省 长沙市 岳麓区', ['麓山南路', '枫林一路']],
  ['陕西省 西安市 雁塔区', ['小寨东路', '科技路']],
  ['山东省 青岛市 市南区', ['香港中路', '东海西路']],
  ['河南省 郑州市 金水区', ['花园路', '农业路']],
  ['福建省 厦门市 思明区', ['湖滨南路', '莲前西路']],
  ['辽宁省 大连市 沙河口区', ['黄河路', '西安路']],
  ['云南省 昆明市 五华区', ['人民西路', '学府路']],
  ['黑龙江省 哈尔滨市 南岗区', ['学府路', '红旗大街']],
]

export interface Place {
  city: string
  address: string
}

/** Somewhere a parcel can go. */
export function place(random: Random): Place {
  const [city, streets] = random.pick(places)
  const house = `${random.between(1, 399)}号`
  const flat = random.chance(70)
    ? `${random.between(1, 18)}栋${random.between(1, 32)}${String(random.between(1, 8)).padStart(2, '0')}室`
    : `${random.pick(['创新大厦', '万科广场', '时代中心', '软件园'])}${random.between(2, 28)}层`
  return { city, address: `${random.pick(streets)}${house}${flat}` }
}

export const buyerRemarks = [
  '请尽快发货，谢谢',
  '送人的，麻烦包装好一点',
  '工作日送到公司前台',
  '周末在家，请周末派送',
  '不要发某通快递',
  '到之前请打电话',
  '请放驿站',
  '发票请随货寄出',
  '颜色不要发错',
  '两件分开包装',
  '小区门禁，请联系门卫',
  '给孩子的生日礼物，请勿放价格单',
]
export const sellerRemarks = [
  '老客户，送小样',
  '已电话确认地址',
  '仓库缺外箱，明天补发',
  '加固包装',
  '赠品已放',
  '已和客户沟通延迟发货',
]
export const cancelReasons = ['买错了规格', '不想要了', '地址填错，重新下单', '优惠没用上，重新下单', '发货太慢']
export const refundWords: Readonly<Record<string, readonly string[]>> = {
  no_need: ['家里人已经买了', '用不上了，未拆封'],
  quality: ['收到有划痕', '线头很多，做工和图片不符', '充不进电'],
  wrong: ['颜色发错了', '尺码发错，订的是 L 收到 M'],
  late: ['超过承诺时间还没发货'],
  damaged: ['外箱压坏，里面碎了一个', '瓶口漏液'],
  other: ['降价了，申请补差价', '少发了赠品'],
}
export const refuseWords = ['商品已使用，影响二次销售', '超出可退范围，已电话说明', '图片无法看出问题，请补充']

/** What members write about goods, by stars. */
export const evaluationWords: Readonly<Record<number, readonly string[]>> = {
  5: [
    '质量很好，包装也用心，会回购。',
    '发货快，和描述一致，家里人都喜欢。',
    '性价比高，比想象中精致。',
    '第二次买了，一如既往地好。',
    '颜色很正，做工细致，满意。',
  ],
  4: ['整体不错，物流稍慢了一点。', '挺好用的，说明书再详细些就好了。', '手感很好，颜色比图片略深。'],
  3: ['中规中矩，对得起这个价格。', '包装有点简单，东西还可以。'],
  2: ['和图片有差距，线头比较多。', '用了几天有点失望，希望改进。'],
  1: ['收到就有划痕，体验不好。', '尺寸偏差太大，不推荐。'],
}
export const replyWords = [
  '感谢您的支持，期待再次光临！',
  '谢谢您的认可，我们会继续努力。',
  '非常抱歉给您带来不便，客服已与您联系处理。',
  '感谢反馈，您的建议已转达给产品同事。',
]
