import { buildAdminIcon } from '../../../schemas/buildadmin/icons.ts'
import type { Row } from '../../rows.ts'
import { memberPages } from './account.ts'
import type { Calls, Maker } from './calls.ts'

/** Screens whose file in that server's client is not `<screen>/index.vue`. */
const files: Readonly<Record<string, string>> = {
  dashboard: 'dashboard.vue',
  'routine/adminInfo': 'routine/adminInfo.vue',
  moduleStore: 'module/index.vue',
  'crud/crud': 'crud/index.vue',
}

/** The file of that server's client for a screen of ours; a file stays as it is. */
export function componentThere(component: string): string {
  const id = component.trim().replaceAll('\\', '/')
  if (id === '' || /\.vue$/.test(id) || /^\/?src\//.test(id)) return id
  if (memberPages.includes(id)) return `/src/views/frontend/user/${id}.vue`
  return `/src/views/backend/${files[id] ?? `${id}/index.vue`}`
}

/** Menu rules: posted with icons that server can draw, and with files of its client in the place of our screens. */
export function rules({ http, at }: Maker): Calls {
  const post = (call: string) => (body: Row, options: object | undefined) => http.post(at(call), ruleBody(body), options)
  return { post: { add: post('add'), edit: post('edit') } }
}

function ruleBody(body: Row): Row {
  return {
    ...body,
    ...(typeof body.icon === 'string' ? { icon: buildAdminIcon(body.icon) } : {}),
    // Kontor's server takes the name for a path that is empty; there it would lead nowhere.
    ...(body.path === '' && body.type !== 'button' ? { path: body.name } : {}),
    ...(typeof body.component === 'string' ? { component: componentThere(body.component) } : {}),
  }
}
