import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const states = ['new', 'approved', 'blocked']

/** Writes pages of a common size into a workspace: a list with a search, tabs and actions, and a form of eight fields. `round` is in their words and changes their forms, not their tables. */
export function writePages(workspace: string, count: number, round: number): void {
  for (let n = 1; n <= count; n++) {
    const folder = join(workspace, `pages/bench/p${n}`)
    mkdirSync(folder, { recursive: true })
    const files = { page: pageOf(n, round), en: wordsOf('Record', n, round), 'zh-cn': wordsOf('记录', n, round) }
    for (const [name, json] of Object.entries(files)) writeFileSync(join(folder, `${name}.json`), JSON.stringify(json, null, 2))
  }
}

function pageOf(n: number, round: number) {
  return {
    version: 1,
    kind: 'crud',
    entity: {
      table: `bench_p${n}`,
      softDelete: true,
      unindexedBecause: 'a table of the benchmark',
      relations: { buyer: { table: 'admin', key: 'buyer_id' } },
    },
    fields: {
      name: { kind: 'string', required: true, unique: true, maxLength: 100 },
      contact: { kind: 'string', required: true, maxLength: 50 },
      mobile: { kind: 'mobile', mask: 'middle' },
      email: { kind: 'email', maxLength: 100 },
      buyer_id: { kind: 'remoteSelect', page: 'auth/admin', show: 'nickname' },
      days: { kind: 'integer', default: 30, min: 0, max: 365 },
      note: { kind: 'textarea', maxLength: 500 },
      status: { kind: 'select', readOnly: true, default: 'new', options: states.map((value) => ({ value, tag: 'success' })) },
    },
    table: {
      columns: ['name', 'contact', 'mobile', 'buyer.nickname', 'days', { field: 'status', cell: 'tag' }],
      search: ['name', 'buyer_id', 'status', 'create_time'],
      quickSearch: ['name', 'contact'],
      toolbar: ['refresh', 'add', 'edit', 'delete', 'search', 'quickSearch', 'columns', 'export'],
      row: ['approve', 'block', 'edit', 'delete'],
      bulk: ['approve', 'delete'],
      tabs: 'status',
    },
    form: {
      size: 'drawer',
      columns: round % 2 === 0 ? 1 : 2,
      fields: ['name', 'contact', 'mobile', 'email', 'buyer_id', 'days', 'note'],
    },
    actions: {
      approve: { type: 'run', node: 'approve', icon: 'check', when: { status: 'new' }, set: { status: 'approved' } },
      block: { type: 'run', node: 'approve', icon: 'ban', when: { status: 'approved' }, set: { status: 'blocked' } },
    },
  }
}

function wordsOf(noun: string, n: number, round: number) {
  const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { label: `${name} ${round}` }]))
  return {
    title: `${noun} ${n}, ${round}`,
    noun,
    fields: {
      ...named(['name', 'contact', 'mobile', 'email', 'buyer_id', 'days', 'note']),
      status: { label: `status ${round}`, options: Object.fromEntries(states.map((state) => [state, `${state} ${round}`])) },
    },
    related: { buyer: { nickname: { label: 'Buyer' } } },
    actions: { approve: { title: 'Approve', done: 'Approved' }, block: { title: 'Block', done: 'Blocked' } },
  }
}
