export type Lang = 'en' | 'zh-cn'
type Said = Readonly<Record<Lang, string>>

/** What a person enters in the screen of a package. */
export interface Walk {
  module: Said
  /** The first of what the package says that it does. */
  brings: Said
  /** Its entry in the menu. */
  menu: Said
  screen: string
  /** The first one is found in the list. */
  entries: readonly { label: Said; value: string }[]
  change: { label: Said; value: string }
  costs?: true
}

const said = (en: string, chinese: string): Said => ({ en, 'zh-cn': chinese })

/** The packages that come with Kontor. */
export const walks: Readonly<Record<string, Walk>> = {
  'repair-tickets': {
    module: said('Repair tickets', '报修工单'),
    brings: said('Add two tables, for tickets and parts', '新建工单和配件两张数据表'),
    menu: said('Repairs', '报修'),
    screen: 'repair/ticket',
    entries: [
      { label: said('Subject', '报修事项'), value: 'Dark screen' },
      { label: said('Device', '设备'), value: 'Phone' },
      { label: said('Problem', '故障描述'), value: 'Fell into the sea' },
    ],
    change: { label: said('Device', '设备'), value: 'Tablet' },
  },
  'event-checkin': {
    module: said('Event check-in', '活动签到'),
    brings: said('Add two tables, for events and guests', '新建活动和嘉宾两张数据表'),
    menu: said('Events', '活动'),
    screen: 'event/event',
    entries: [
      { label: said('Title', '活动名称'), value: 'Spring party' },
      { label: said('Venue', '地点'), value: 'Hall 3' },
      { label: said('Starts', '开始时间'), value: '2027-05-01 09:00:00' },
      { label: said('Ends', '结束时间'), value: '2027-05-01 18:00:00' },
    ],
    change: { label: said('Venue', '地点'), value: 'Hall 4' },
  },
  invoices: {
    module: said('Invoices', '发票管理'),
    brings: said('Add a table for invoices', '新建发票数据表'),
    menu: said('Invoices', '发票'),
    screen: 'invoice/invoice',
    entries: [
      { label: said('Billed to', '发票抬头'), value: 'Acme' },
      { label: said('Amount', '开票金额'), value: '12.50' },
      { label: said('Due on', '付款期限'), value: '2027-05-31' },
    ],
    change: { label: said('Billed to', '发票抬头'), value: 'Acme Ltd' },
    costs: true,
  },
  'knowledge-base': {
    module: said('Knowledge base', '知识库'),
    brings: said('Add two tables, for topics and articles', '新建分类和文章两张数据表'),
    menu: said('Knowledge base', '知识库'),
    screen: 'knowledge/topic',
    entries: [{ label: said('Name', '分类名称'), value: 'Returns' }],
    change: { label: said('Name', '分类名称'), value: 'Returns and repairs' },
  },
  suppliers: {
    module: said('Suppliers', '供应商管理'),
    brings: said('Add two tables, for suppliers and contracts', '新建供应商和合同两张数据表'),
    menu: said('Suppliers', '供应商'),
    screen: 'suppliers/supplier',
    entries: [
      { label: said('Name', '供应商名称'), value: 'Ningbo Boxes' },
      { label: said('Contact', '联系人'), value: 'Zhou' },
    ],
    change: { label: said('Contact', '联系人'), value: 'Wu Lan' },
  },
}

/** Words of the product's screens. */
export const words = {
  en: {
    firstVersion: 'Install 1.0.0',
    install: 'Install',
    update: 'Update',
    newer: 'Update to 1.1.0',
    disable: 'Disable',
    enable: 'Enable',
    uninstall: 'Uninstall',
    download: 'Download data',
    drop: 'Delete its tables with all rows',
    installed: 'Installed',
    disabled: 'Disabled',
    overlays: 'Changes in force',
    add: 'Add',
    save: 'Save',
    edit: 'Edit',
    more: /More/,
    remove: 'Delete',
  },
  'zh-cn': {
    firstVersion: '安装 1.0.0',
    install: '安装',
    update: '更新',
    newer: '更新至 1.1.0',
    disable: '禁用',
    enable: '启用',
    uninstall: '卸载',
    download: '下载数据',
    drop: '同时删除数据表及全部数据',
    installed: '已安装',
    disabled: '已禁用',
    overlays: '生效的更改',
    add: '添加',
    save: '保存',
    edit: '编辑',
    more: /更多/,
    remove: '删除',
  },
} as const
