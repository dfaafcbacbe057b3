/** What the tables of a BuildAdmin server hold and how its query language reads them (protocol 1.6 and 7). */
export type Row = Record<string, unknown>

export interface StandInTable {
  /** Columns of the table. */
  columns: string
  /** Columns of joined tables, by relation. */
  joined?: Readonly<Record<string, string>>
  quickSearch: string
  /** Columns that hold cents; rows show yuan. */
  cents?: string
  /** Trees take neither `search` nor `order`. */
  tree?: true
  rows: Row[]
}

const times = 'update_time create_time'
const adminColumns = `id username nickname avatar email mobile login_failure last_login_time last_login_ip password salt motto status ${times}`
const userColumns = `id group_id username nickname email mobile avatar gender birthday money score last_login_time last_login_ip login_failure join_ip join_time motto password salt status ${times}`
const ruleColumns = `id pid type title name path icon menu_type url component extend remark weigh status ${times}`

const user = {
  id: 1999,
  username: 'member1999',
  nickname: '王勇娜',
  email: 'm1999@example.com',
  mobile: '13800001999',
  gender: 2,
}
const change = (id: number, money: number, before: number, memo: string) => ({
  id,
  user_id: 1999,
  money,
  before,
  after: before + money,
  memo,
  create_time: 1_795_171_000 + id,
  user,
})
const file = (id: number, name: string, mimetype: string, size: number): Row => ({
  id,
  topic: 'default',
  admin_id: 1,
  user_id: 0,
  url: `/storage/default/20261120/${name}`,
  width: 64,
  height: 48,
  name,
  size,
  mimetype,
  quote: 1,
  storage: 'local',
  sha1: String(id).repeat(40),
  create_time: 1_795_171_514,
  last_upload_time: 1_795_171_514,
  admin: { id: 1, username: 'admin', nickname: 'Admin' },
  user: null,
  suffix: name.split('.').at(-1),
  full_url: `//127.0.0.1/storage/default/20261120/${name}`,
})

/** By controller. Amounts as the database has them: in cents. */
export const makeTables = (): Record<string, StandInTable> => ({
  'auth.Admin': { columns: adminColumns, quickSearch: 'username nickname', rows: [] },
  'auth.Group': { columns: `id pid name rules status ${times}`, quickSearch: 'name', tree: true, rows: [] },
  'auth.Rule': { columns: `${ruleColumns} keepalive`, quickSearch: 'title', tree: true, rows: [] },
  'auth.AdminLog': {
    columns: 'id admin_id username url title data ip useragent create_time',
    quickSearch: 'title',
    rows: [],
  },
  'user.User': {
    columns: userColumns,
    joined: { group: 'id name rules status' },
    quickSearch: 'username nickname id',
    cents: 'money',
    rows: [
      {
        ...user,
        group_id: 1,
        money: 46_504,
        score: 801,
        status: 'enable',
        motto: 'a &amp; b',
        avatar: '',
        birthday: null,
        group: { id: 1, name: '默认分组' },
      },
      {
        ...user,
        id: 1998,
        username: 'member1998',
        nickname: 'R&amp;D &lt;lab&gt;',
        group_id: 1,
        money: 1_250,
        score: 5,
        status: 'enable',
        motto: '',
        avatar: '',
        birthday: null,
        group: { id: 1, name: '默认分组' },
      },
    ],
  },
  'user.Group': { columns: `id name rules status ${times}`, quickSearch: 'name', rows: [] },
  'user.Rule': { columns: `${ruleColumns} no_login_valid`, quickSearch: 'title', tree: true, rows: [] },
  'user.MoneyLog': {
    columns: 'id user_id money before after memo create_time',
    joined: { user: userColumns },
    quickSearch: 'user.username user.nickname',
    cents: 'money before after',
    rows: [change(3, -550, 6_250, '退回 &quot;A&quot;'), change(2, 5_000, 1_250, '充值'), change(1, 1_250, 0, '赠送')],
  },
  'user.ScoreLog': {
    columns: 'id user_id score before after memo create_time',
    joined: { user: userColumns },
    quickSearch: 'user.username user.nickname',
    rows: [{ id: 1, user_id: 1999, score: 30, before: 0, after: 30, memo: '签到', create_time: 1_795_171_001, user }],
  },
  'routine.Attachment': {
    columns: 'id topic admin_id user_id url width height name size mimetype quote storage sha1 create_time last_upload_time',
    joined: { admin: adminColumns, user: userColumns },
    quickSearch: 'name',
    rows: [file(2, 'plan.pdf', 'application/pdf', 900), file(1, 'test.png', 'image/png', 6_338)],
  },
})

const names = (text: string | undefined) => (text ?? '').split(' ').filter(Boolean)

/** An SQL error: that server answers it with HTTP 500. */
export class UnknownColumn extends Error {}

function columnOf(table: StandInTable, field: string): (row: Row) => unknown {
  const [relation = '', inner] = field.split('.')
  const known = inner === undefined ? names(table.columns).includes(field) : names(table.joined?.[relation]).includes(inner)
  if (!known) throw new UnknownColumn(field)
  return inner === undefined ? (row) => row[field] : (row) => (row[relation] as Row | null)?.[inner]
}

const symbols: Readonly<Record<string, string>> = { eq: '=', ne: '<>', gt: '>', egt: '>=', lt: '<', elt: '<=' }

/** Does a row pass one entry of `search`? An operator that is none lets every row pass. */
function passes(value: unknown, operator: string, val: string | string[]): boolean {
  const text = Array.isArray(val) ? val.join(',') : val
  const number = Number(value)
  const whole = Math.trunc(Number.parseFloat(text)) || 0
  const [from = '', to = ''] = text.split(',')
  const inside = (from === '' || number >= Number(from)) && (to === '' || number <= Number(to))
  const tests: Record<string, () => boolean> = {
    '=': () => String(value) === text,
    '<>': () => String(value) !== text,
    '>': () => number > whole,
    '>=': () => number >= whole,
    '<': () => number < whole,
    '<=': () => number <= whole,
    LIKE: () => String(value).toLowerCase().includes(text.toLowerCase()),
    IN: () => text.split(',').includes(String(value)),
    RANGE: () => !text.includes(',') || inside,
    'NOT RANGE': () => !text.includes(',') || !inside,
  }
  return tests[symbols[operator] ?? operator]?.() ?? true
}

/** GET …/index of a list, by the words of its query. Throws UnknownColumn. */
export function listAnswer(table: StandInTable, query: URLSearchParams): { list: Row[]; total: number; remark: string } {
  let rows = table.rows
  for (let n = 0; query.has(`search[${n}][field]`); n++) {
    const read = columnOf(table, query.get(`search[${n}][field]`) ?? '')
    const many = query.getAll(`search[${n}][val][]`)
    const val = many.length > 0 ? many : (query.get(`search[${n}][val]`) ?? '')
    rows = rows.filter((row) => passes(read(row), query.get(`search[${n}][operator]`) ?? '', val))
  }
  const text = query.get('quickSearch') ?? ''
  if (text !== '') {
    const reads = names(table.quickSearch).map((name) => columnOf(table, name))
    rows = rows.filter((row) => reads.some((read) => String(read(row)).includes(text)))
  }
  const [by = '', direction = ''] = (query.get('order') ?? '').split(',')
  if (by !== '') {
    const read = columnOf(table, by)
    const side = direction === 'asc' ? 1 : -1
    rows = [...rows].sort((a, b) => side * (Number(read(a)) - Number(read(b)) || String(read(a)).localeCompare(String(read(b)))))
  }
  const values = query.getAll('initValue[]')
  if (values.length > 0) rows = rows.filter((row) => values.includes(String(row.id)))
  const limit = Number(query.get('limit') ?? 10)
  const start = (Number(query.get('page') ?? 1) - 1) * limit
  return { list: rows.slice(start, start + limit).map((row) => shownRow(table, row)), total: rows.length, remark: '' }
}

/** A row as it is sent: amounts in yuan. */
export function shownRow(table: StandInTable, row: Row): Row {
  const cents = names(table.cents)
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, cents.includes(name) ? (Number(value) / 100).toFixed(2) : value]),
  )
}

/** Throws UnknownColumn where the query of a list that was recorded names a column that its table does not have. */
export function checkQuery(table: StandInTable, query: URLSearchParams): void {
  if (!table.tree) listAnswer({ ...table, rows: [] }, query)
}
