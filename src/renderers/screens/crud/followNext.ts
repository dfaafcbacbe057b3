import type { Runtime } from '../../../runtime/app/runtime.ts'
import { type Done, nextStep } from '../../../runtime/crud/actions/next.ts'
import type { Crud } from '../../../runtime/crud/crud.ts'
import { linkPath } from '../../../runtime/navigation/recordPath.ts'
import type { Key } from '../../../runtime/rows.ts'
import { storagePrefix } from '../../../schemas/api/upload.ts'
import { assetUrl } from '../../asset.ts'
import { startDownload } from '../../download.ts'

export interface NextPlace {
  runtime: Runtime
  crud: Crud
  openDetail(key: Key): void
}

/** Does what a page says comes after an action. */
export function followNext({ runtime, crud, openDetail }: NextPlace, done: Done): void {
  const [key] = done.ids.length === 1 ? done.ids : []
  const step = nextStep(crud.page, done, key === undefined ? undefined : crud.rowOf(key))
  if (!step) return
  if ('open' in step) openDetail(step.open)
  else if ('path' in step) runtime.navigation.go({ type: 'path', path: step.path })
  else if ('page' in step) go(runtime, step.page, step.query)
  else download(runtime, crud, step.download)
}

/** To a screen's list or a record of it, if this person has it. */
function go(runtime: Runtime, page: string, query: string): void {
  const route = runtime.routes().find((each) => each.pageId === page)
  if (route) runtime.navigation.go({ type: 'path', path: linkPath(route.path, Object.fromEntries(new URLSearchParams(query))) })
}

function download(runtime: Runtime, crud: Crud, file: string | null): void {
  // The CDN has what is stored, and nothing that the server makes.
  const site = file?.startsWith(storagePrefix) ? runtime.stores.siteConfig : undefined
  const url = file === null ? undefined : assetUrl(file, site)
  if (url === undefined) {
    runtime.notices.push('warning', crud.loaded.t('ui.next.noFile'))
    return
  }
  startDownload(url)
}
