import type { Locale } from '../../src/schemas/language/words.ts'

/** What texts of a language are put together from. */
export interface Speech {
  person: { family: readonly string[]; given: readonly string[]; joint: string; familyFirst: boolean }
  company: { first: readonly string[]; last: readonly string[] }
  thing: { first: readonly string[]; last: readonly string[]; joint: string }
  street: readonly string[]
  sentences: readonly string[]
  /** House numbers: `{street}` and `{n}`. */
  address: string
  phrases: readonly string[]
}

const zh: Speech = {
  person: {
    family: [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高'],
    given: [
      '伟',
      '芳',
      '娜',
      '敏',
      '静',
      '丽',
      '强',
      '磊',
      '洋',
      '艳',
      '勇',
      '军',
      '杰',
      '娟',
      '涛',
      '明',
      '超',
      '秀英',
      '建国',
      '雨桐',
      '子轩',
      '欣怡',
      '浩然',
      '梓涵',
    ],
    joint: '',
    familyFirst: true,
  },
  company: {
    first: ['华信', '东方', '新源', '恒泰', '金桥', '远航', '天成', '博雅'],
    last: ['科技有限公司', '贸易有限公司', '文化传媒有限公司', '食品有限公司'],
  },
  thing: {
    first: ['经典', '轻便', '加厚', '纯棉', '便携', '复古', '迷你', '大号', '北欧风', '手工'],
    last: ['马克杯', '帆布包', '台灯', '笔记本', '雨伞', '保温杯', '抱枕', '收纳盒', '耳机', '围巾', '绿茶', '坚果礼盒'],
    joint: '',
  },
  street: ['人民路', '解放路', '中山路', '建设路', '文化路', '湖滨路', '学府路', '长江路'],
  address: '{street}{n}号',
  sentences: [
    '质量不错，包装完好。',
    '请在工作日送货。',
    '客户要求开具发票。',
    '已与对方电话确认。',
    '下周会再联系。',
    '适合日常使用。',
    '请提前一天通知。',
    '备用联系方式见附件。',
  ],
  phrases: ['春季', '周末', '新客', '限时', '城南', '标准', '年度', '门店'],
}

const en: Speech = {
  person: {
    family: [
      'Smith',
      'Johnson',
      'Brown',
      'Taylor',
      'Wilson',
      'Clarke',
      'Walker',
      'Hughes',
      'Young',
      'Murphy',
      'Baker',
      'Turner',
      'Reed',
      'Foster',
    ],
    given: [
      'Emma',
      'James',
      'Olivia',
      'Daniel',
      'Sophie',
      'Thomas',
      'Grace',
      'Henry',
      'Laura',
      'Peter',
      'Anna',
      'Mark',
      'Julia',
      'Simon',
      'Chloe',
      'Adam',
    ],
    joint: ' ',
    familyFirst: false,
  },
  company: {
    first: ['Northfield', 'Harbour', 'Greenway', 'Oakwood', 'Brightside', 'Summit', 'Riverside', 'Kingsley'],
    last: ['Trading Ltd', 'Foods Ltd', 'Design Studio', 'Logistics', 'Consulting'],
  },
  thing: {
    first: ['Classic', 'Light', 'Large', 'Small', 'Cotton', 'Travel', 'Vintage', 'Handmade', 'Wooden', 'Everyday'],
    last: [
      'mug',
      'tote bag',
      'desk lamp',
      'notebook',
      'umbrella',
      'flask',
      'cushion',
      'storage box',
      'scarf',
      'green tea',
      'headphones',
      'apron',
    ],
    joint: ' ',
  },
  street: [
    'High Street',
    'Station Road',
    'Church Lane',
    'Park Avenue',
    'Mill Road',
    'Victoria Street',
    'Green Lane',
    'Bridge Street',
  ],
  address: '{n} {street}',
  sentences: [
    'Good quality and well packed.',
    'Please deliver on a weekday.',
    'The customer asked for an invoice.',
    'Confirmed by phone.',
    'We will get in touch next week.',
    'Suitable for everyday use.',
    'Please give a day’s notice.',
    'See the attachment for another contact.',
  ],
  phrases: ['Spring', 'Weekend', 'New customer', 'Limited', 'Southside', 'Standard', 'Annual', 'In-store'],
}

export const speeches: Readonly<Record<Locale, Speech>> = { 'zh-cn': zh, en }
