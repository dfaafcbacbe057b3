/** The colour of a state. */
export type Tag = 'success' | 'warning' | 'danger' | 'info'

const meanings: readonly (readonly [Tag, RegExp])[] = [
  [
    'danger',
    /^(?:in_?active|disabled?|off|cancell?ed|fail(?:ed|ure)?|reject(?:ed)?|declined|denied|error|blocked|banned|deleted|expired|overdue|closed_lost|lost|void(?:ed)?|refunded|suspended|terminated|unpaid|invalid|critical|urgent|broken)$|禁用|停用|关闭|取消|失败|拒绝|驳回|过期|逾期|删除|冻结|异常|作废|退款/i,
  ],
  [
    'warning',
    /^(?:pending|draft|new|open|waiting|on_?hold|hold|paused|processing|in_?progress|in_?transit|partial(?:ly_paid)?|review|in_?review|requested|queued|scheduled|trial|low|warning|to_?do|unverified|submitted)$|待|草稿|未|审核中|处理中|进行中|新建|暂停/i,
  ],
  [
    'success',
    /^(?:active|enabled?|on|ok|yes|done|complete[d]?|paid|approved|accepted|success(?:ful)?|succeeded|finished|delivered|shipped|received|published|confirmed|verified|resolved|closed_won|won|live|valid|available|in_?stock|closed|settled|running|ready)$|启用|正常|开启|完成|成功|已付|已支付|通过|发布|已发|生效|有效/i,
  ],
]

/** What the name of an option means; undefined when it tells no state. */
export function meaningOf(option: string): Tag | undefined {
  const plain = option.trim().replace(/[\s-]+/g, '_')
  return meanings.find(([, words]) => words.test(plain))?.[0]
}

/** The colour of how urgent something is: `low` is no warning here. */
function urgencyOf(option: string): Tag {
  if (/^(?:urgent|critical|blocker|emergency|highest)$|紧急|特急/i.test(option.trim())) return 'danger'
  return /^(?:high|major|serious)$|高|重要/i.test(option.trim()) ? 'warning' : 'info'
}

/** The colours of a column's options, when it is a state: by its name, or because at least half of the options mean one. */
export function tagsOf(column: string, options: readonly string[]): Tag[] | undefined {
  if (/(?:^|_)(?:priority|urgency|severity)$/i.test(column)) return options.map(urgencyOf)
  const found = options.map(meaningOf)
  const told = found.filter((each) => each !== undefined).length
  const isState = /(?:^|_)(?:status|state|stage|phase|progress|result)$/i.test(column) && told > 0
  if (!isState && told * 2 < Math.max(2, options.length)) return undefined
  return found.map((each) => each ?? 'info')
}

/** Both languages of the labels that comments give most often to states. */
const english: Readonly<Record<string, string>> = {
  启用: 'Enabled',
  禁用: 'Disabled',
  停用: 'Disabled',
  正常: 'Normal',
  开启: 'On',
  关闭: 'Off',
  是: 'Yes',
  否: 'No',
  男: 'Male',
  女: 'Female',
  未知: 'Unknown',
  待支付: 'Unpaid',
  待付款: 'Unpaid',
  已支付: 'Paid',
  已付款: 'Paid',
  待发货: 'To ship',
  已发货: 'Shipped',
  已收货: 'Received',
  待审核: 'To review',
  审核中: 'In review',
  已通过: 'Approved',
  已拒绝: 'Rejected',
  已驳回: 'Rejected',
  已取消: 'Cancelled',
  已完成: 'Completed',
  进行中: 'In progress',
  处理中: 'In progress',
  成功: 'Succeeded',
  失败: 'Failed',
  草稿: 'Draft',
  已发布: 'Published',
  已退款: 'Refunded',
}

/** The English of a label in Chinese, where it is a usual one. */
export function englishOf(label: string): string | undefined {
  return english[label.trim()]
}
