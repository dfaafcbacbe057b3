/** The form of an action with a line for each chosen row. */
const stampFields = {
  origin: { kind: 'string', required: true, maxLength: 20 },
  lines: {
    kind: 'subtable',
    required: true,
    fields: {
      id: { kind: 'integer', readOnly: true },
      name: { kind: 'string', readOnly: true },
      mark: { kind: 'string', required: true, maxLength: 10 },
    },
  },
}

/** Screens for tests of the generic server: every kind of column, relations, links, a tree, secrets, actions, soft delete. */
const item = {
  version: 1,
  kind: 'crud',
  entity: {
    table: 'lab_item',
    unindexedBecause: 'a table of tests',
    weigh: 'weigh',
    unique: [['level', 'code']],
    relations: {
      category: { table: 'lab_category', key: 'category_id' },
      lines: { table: 'lab_line', many: 'item_id', sort: [['id', 'asc']] },
      history: { table: 'lab_history', many: 'item_id', sort: [['id', 'asc']] },
    },
  },
  fields: {
    name: { kind: 'string', required: true, unique: true, maxLength: 40 },
    code: { kind: 'string', maxLength: 20 },
    note: { kind: 'textarea', when: { required: { level: 3 } } },
    price: { kind: 'money', min: '0.00', default: '0.00' },
    rate: { kind: 'number', scale: 3 },
    count: { kind: 'integer', min: 0, max: 100, default: 0 },
    big: { kind: 'integer', store: 'bigint' },
    level: { kind: 'select', default: 1, options: [{ value: 1 }, { value: 2 }, { value: 3 }] },
    mode: { kind: 'radio', options: [{ value: 'a' }, { value: 'b' }] },
    tags: { kind: 'multiselect', options: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] },
    open: { kind: 'switch', default: 1 },
    day: { kind: 'date' },
    at: { kind: 'datetime' },
    seen: { kind: 'datetime', wire: 'datetime' },
    clock: { kind: 'time' },
    category_id: { kind: 'remoteSelect', page: 'lab/category', show: 'name', tree: true },
    label_arr: {
      kind: 'remoteMultiSelect',
      page: 'lab/label',
      show: 'name',
      where: { status: 1 },
      link: { table: 'lab_item_label', own: 'item_id', other: 'label_id' },
    },
    secret_code: { kind: 'string', secret: true, maxLength: 50 },
    hidden_hash: { kind: 'string', secret: true, readOnly: true, maxLength: 100 },
    status: { kind: 'select', readOnly: true, default: 1, options: [{ value: 1 }, { value: 2 }, { value: 3 }, { value: 4 }] },
    paid: { kind: 'money', readOnly: true, default: '0.00' },
    origin: { kind: 'string', writeOnce: true, maxLength: 20 },
    extra: { kind: 'array' },
    weigh: { kind: 'weigh' },
    line_count: { kind: 'integer', virtual: { count: 'lines' } },
    line_sum: { kind: 'money', virtual: { sum: 'lines.amount' } },
    shout: { kind: 'string', virtual: { compute: 'shout', reads: ['name'] } },
    gist: { kind: 'string', virtual: { compute: 'gist', reads: ['note', 'extra'] } },
    sizes: { kind: 'array', max: 2, virtual: { compute: 'sizes', reads: ['id'], write: true } },
  },
  table: {
    columns: [
      'id',
      { field: 'name', sortable: true },
      'code',
      'category.name',
      'price',
      'level',
      'mode',
      'tags',
      'open',
      'at',
      'line_count',
      'line_sum',
      'shout',
      'gist',
      'status',
    ],
    search: ['name', 'code', 'price', 'level', 'tags', 'label_arr', 'at', 'lines.title', 'category.name'],
    quickSearch: ['name', 'code', 'lines.title'],
    row: ['edit', 'copy', 'delete', 'ship', 'close', 'quote', 'flag'],
    bulk: ['delete', 'close', 'flag', 'tick', 'stamp', 'stampSome', 'label'],
  },
  form: { actions: ['check'] },
  detail: [
    { name: 'main', fields: ['name', 'price'] },
    { name: 'lines', relation: 'lines', columns: ['title', 'amount'] },
  ],
  actions: {
    copy: { when: { status: { ne: 4 } } },
    label: {
      type: 'print',
      node: 'ship',
      when: { status: { ne: 4 } },
      print: {
        sections: [
          { name: 'main', fields: ['name', 'price', 'category.name'] },
          { name: 'lines', relation: 'lines', columns: ['title', 'amount'], sum: ['amount'] },
        ],
      },
    },
    stamp: { type: 'perRow', node: 'ship', when: { status: 2 }, refuse: ['blocked'], perRow: 'lines', fields: stampFields },
    stampSome: {
      type: 'perRow',
      node: 'ship',
      call: 'stampSome',
      when: { status: 2 },
      perRow: 'lines',
      allowPartial: true,
      fields: stampFields,
    },
    quote: {
      type: 'answer',
      node: 'ship',
      when: { status: 2 },
      fields: { pieces: { kind: 'integer', required: true, min: 1 } },
      answer: {
        total: { kind: 'money' },
        parts: { kind: 'subtable', fields: { name: { kind: 'string' }, sum: { kind: 'money' } } },
      },
    },
    check: {
      type: 'answer',
      node: 'add',
      answer: {
        total: { kind: 'money' },
        parts: { kind: 'subtable', fields: { name: { kind: 'string' }, sum: { kind: 'money' } } },
      },
    },
    ship: {
      type: 'run',
      node: 'ship',
      when: { status: 2 },
      refuse: ['blocked'],
      fields: {
        company: { kind: 'string', required: true, maxLength: 20 },
        label_id: { kind: 'remoteSelect', page: 'lab/label', show: 'name' },
        lines: {
          kind: 'subtable',
          from: 'lines',
          fields: {
            id: { kind: 'integer', readOnly: true },
            title: { kind: 'string' },
            quantity: { kind: 'integer', required: true, min: 1 },
          },
        },
      },
    },
    flag: {
      type: 'run',
      node: 'close',
      when: { status: { ne: 4 } },
      fields: {
        why: { kind: 'string', required: true, maxLength: 40 },
        level: { kind: 'select', options: [{ value: 1 }, { value: 2 }, { value: 3 }] },
      },
      set: { note: { form: 'why' }, level: { form: 'level' }, at: { now: true } },
      log: {
        relation: 'history',
        values: {
          kind: 'flag',
          level: { row: 'level' },
          text: { form: 'why' },
          admin_id: { actor: 'id' },
          admin_name: { actor: 'name' },
          at: { now: true },
        },
      },
      notify: { node: 'lab/item/ship', groups: ['g-Listener', 'no such group'] },
    },
    tick: {
      type: 'perRow',
      node: 'close',
      perRow: 'lines',
      fields: {
        lines: {
          kind: 'subtable',
          required: true,
          fields: { id: { kind: 'integer', readOnly: true }, why: { kind: 'string', required: true, maxLength: 40 } },
        },
      },
      when: { status: { ne: 4 } },
      log: { table: 'lab_history', values: { item_id: { row: 'id' }, kind: 'tick', text: { form: 'why' } } },
    },
    close: {
      type: 'run',
      node: 'close',
      when: { status: { notIn: [3, 4] }, paid: { lte: '0.00' } },
      set: { status: 4, at: { now: true } },
    },
  },
  check: [{ any: [{ rate: { empty: true } }, { rate: { lte: { $field: 'count' } } }] }],
}

const category = {
  version: 1,
  kind: 'crud',
  entity: {
    table: 'lab_category',
    unindexedBecause: 'a table of tests',
    tree: { parent: 'pid', maxDepth: 3 },
    weigh: 'weigh',
    sort: [
      ['weigh', 'desc'],
      ['id', 'asc'],
    ],
  },
  fields: {
    pid: { kind: 'remoteSelect', page: 'lab/category', show: 'name', tree: true, default: 0 },
    name: { kind: 'string', required: true, maxLength: 40 },
    weigh: { kind: 'weigh' },
  },
  table: { columns: ['name', 'weigh'], quickSearch: ['name'], row: ['sort', 'edit', 'delete'] },
}

const label = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_label', unindexedBecause: 'a table of tests', owner: 'admin_id', softDelete: true },
  fields: {
    name: { kind: 'string', required: true, unique: true, maxLength: 40 },
    status: { kind: 'switch', default: 1 },
    admin_id: { kind: 'integer', readOnly: true },
  },
  table: { columns: ['id', 'name', 'status', 'admin_id'], quickSearch: ['name'], deleted: ['restore', 'destroy'] },
  actions: { delete: { when: { status: 1 } } },
}

const keyless = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_keyless', key: null, external: true, readOnly: 'noKey' },
  fields: { a: { kind: 'integer' }, b: { kind: 'string', maxLength: 20 } },
}

/** A table that another system made: with defaults, a rule and a reference of its own. */
const legacy = {
  version: 1,
  kind: 'crud',
  entity: { table: 'lab_legacy', key: 'no', external: true },
  fields: {
    no: { kind: 'integer', readOnly: true, store: 'bigint' },
    title: { kind: 'string', maxLength: 20, required: true },
    kind: { kind: 'string', maxLength: 5, nullable: true },
    made: { kind: 'datetime', store: 'timestamptz' },
    amount: { kind: 'number', scale: 2, store: 'numeric(10,2)' },
    ok: { kind: 'switch', store: 'boolean' },
    parent: { kind: 'integer', store: 'bigint' },
  },
}

export const labPages: Readonly<Record<string, unknown>> = {
  'lab/item': item,
  'lab/category': category,
  'lab/label': label,
  'lab/keyless': keyless,
  'lab/legacy': legacy,
}

export const labEntities: Readonly<Record<string, unknown>> = {
  lab_line: {
    table: 'lab_line',
    unindexedBecause: 'a table of tests',
    fields: {
      item_id: { kind: 'remoteSelect', page: 'lab/item', show: 'name', required: true },
      title: { kind: 'string', maxLength: 50 },
      amount: { kind: 'money', default: '0.00' },
    },
  },
  lab_history: {
    table: 'lab_history',
    unindexedBecause: 'a table of tests',
    fields: {
      item_id: { kind: 'remoteSelect', page: 'lab/item', show: 'name', required: true },
      kind: { kind: 'select', required: true, options: [{ value: 'flag' }, { value: 'tick' }] },
      level: { kind: 'select', options: [{ value: 1 }, { value: 2 }, { value: 3 }] },
      text: { kind: 'string', maxLength: 40 },
      admin_id: { kind: 'integer', nullable: true },
      admin_name: { kind: 'string', maxLength: 3 },
      at: { kind: 'datetime' },
    },
  },
  lab_item_label: {
    table: 'lab_item_label',
    unique: [['item_id', 'label_id']],
    fields: {
      item_id: { kind: 'remoteSelect', page: 'lab/item', show: 'name', required: true },
      label_id: { kind: 'remoteSelect', page: 'lab/label', show: 'name', required: true },
    },
  },
}

/** A menu rule for a page of the lab. */
export const rule = (name: string, buttons: string[]) => ({
  type: 'menu',
  name,
  title: name,
  title_en: name,
  icon: 'pi pi-box',
  menu_type: 'tab',
  component: name,
  keepalive: 1,
  buttons,
})
export const std = ['index', 'add', 'edit', 'del']
export const labMenus = [
  rule('lab/item', [...std, 'sortable', 'ship', 'close']),
  rule('lab/category', [...std, 'sortable']),
  rule('lab/label', [...std, 'restore', 'destroy']),
  rule('lab/keyless', std),
  rule('lab/legacy', std),
]
