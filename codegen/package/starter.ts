/** The files of a new module: one list with a form, its words and its entry in the menu. */
export function starterFiles(uid: string): Map<string, string> {
  const prefix = uid.replaceAll('-', '_')
  const first = uid.replace(/-+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')
  const title = uid.charAt(0).toUpperCase() + uid.slice(1).replaceAll('-', ' ')
  const page = `${first}/item`
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  const words = (noun: string, name: string, note: string) => ({
    title: noun,
    noun,
    fields: { name: { label: name }, note: { label: note } },
  })
  return new Map([
    [
      'module.json',
      json({
        uid,
        title,
        title_en: title,
        version: '1.0.0',
        kontor: '>=0.1.0 <1.0.0',
        requires: [],
        tablePrefixes: [`${prefix}_`],
        pagePrefixes: [`${first}/`],
      }),
    ],
    [
      'menus/admin.json',
      json([
        { type: 'menu_dir', name: first, title, title_en: title, icon: 'pi pi-box' },
        {
          type: 'menu',
          name: page,
          parent: first,
          title,
          title_en: title,
          icon: 'pi pi-list',
          menu_type: 'tab',
          component: page,
          keepalive: 1,
          buttons: ['index', 'add', 'edit', 'del'],
        },
      ]),
    ],
    [
      `pages/${page}/page.json`,
      json({
        version: 1,
        kind: 'crud',
        entity: { table: `${prefix}_item`, unindexedBecause: 'a few rows' },
        fields: { name: { kind: 'string', required: true, maxLength: 100 }, note: { kind: 'textarea', maxLength: 500 } },
        table: {
          columns: ['name', 'note'],
          search: ['name'],
          quickSearch: ['name'],
          toolbar: ['refresh', 'add', 'edit', 'delete', 'search', 'quickSearch'],
          row: ['edit', 'delete'],
        },
        form: { fields: ['name', 'note'] },
      }),
    ],
    [`pages/${page}/zh-cn.json`, json(words('示例', '名称', '备注'))],
    [`pages/${page}/en.json`, json(words('example', 'Name', 'Note'))],
  ])
}
