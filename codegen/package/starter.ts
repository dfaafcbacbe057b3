/** The names of a new module's parts. */
interface Names {
  uid: string
  title: string
  /** How its menu entries and pages begin, how its tables do, and its one page. */
  first: string
  table: string
  page: string
}

/** The files of a new module: one list with a form, its words and its entry in the menu. */
export function starterFiles(uid: string): Map<string, string> {
  const first = uid.replace(/-+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')
  const title = uid.charAt(0).toUpperCase() + uid.slice(1).replaceAll('-', ' ')
  const names: Names = { uid, title, first, table: `${uid.replaceAll('-', '_')}_`, page: `${first}/item` }
  const files = {
    'module.json': moduleFile(names),
    'menus/admin.json': menu(names),
    [`pages/${names.page}/page.json`]: page(names),
    [`pages/${names.page}/zh-cn.json`]: words('示例', '名称', '备注'),
    [`pages/${names.page}/en.json`]: words('example', 'Name', 'Note'),
  }
  return new Map(Object.entries(files).map(([name, value]) => [name, `${JSON.stringify(value, null, 2)}\n`]))
}

function moduleFile({ uid, title, first, table }: Names): object {
  const about = { uid, title, title_en: title, version: '1.0.0', kontor: '>=0.1.0 <1.0.0' }
  return { ...about, requires: [], tablePrefixes: [table], pagePrefixes: [`${first}/`] }
}

function menu({ title, first, page }: Names): object[] {
  const titles = { title, title_en: title }
  const buttons = ['index', 'add', 'edit', 'del']
  return [
    { type: 'menu_dir', name: first, ...titles, icon: 'pi pi-box' },
    {
      type: 'menu',
      name: page,
      parent: first,
      ...titles,
      icon: 'pi pi-list',
      menu_type: 'tab',
      component: page,
      keepalive: 1,
      buttons,
    },
  ]
}

function page({ table }: Names): object {
  return {
    version: 1,
    kind: 'crud',
    entity: { table: `${table}item`, unindexedBecause: 'a few rows' },
    fields: { name: { kind: 'string', required: true, maxLength: 100 }, note: { kind: 'textarea', maxLength: 500 } },
    table: {
      columns: ['name', 'note'],
      search: ['name'],
      quickSearch: ['name'],
      toolbar: ['refresh', 'add', 'edit', 'delete', 'search', 'quickSearch'],
      row: ['edit', 'delete'],
    },
    form: { fields: ['name', 'note'] },
  }
}

function words(noun: string, name: string, note: string): object {
  return { title: noun, noun, fields: { name: { label: name }, note: { label: note } } }
}
