import type { Dialect } from '../../dialect.ts'
import { asRow } from '../../rows.ts'
import { choices } from './choices.ts'
import { datedSearch } from './search.ts'

/** A BuildAdmin server: it is sent only what it knows (decision 19). */
export const buildAdmin: Dialect = {
  headers: {},
  rotatesTokens: false,
  hasFeed: false,
  absentPages: ['dashboard'],
  guards: () => ({}),
  savesChanges: false,
  onlyShownFields: true,
  choosesColumns: false,
  searchesLinks: false,
  search: datedSearch,
  cursors: false,
  figures: false,
  listActions: false,
  findsRecords: false,
  savesViews: false,
  recordCall: 'edit',
  rowIsRecord: true,
  firstValues: false,
  storesAncestors: false,
  formPlugins: false,
  record(answer) {
    const row = asRow(answer.info)
    return { row, key: row.id }
  },
  choices,
  attachments: ({ page, limit, search, accept }) => ({
    path: '/admin/routine.Attachment/index',
    params: { page, limit, quickSearch: search, ...likeAccept(accept) },
  }),
}

/** BuildAdmin's list is filtered by one part of the MIME type. */
function likeAccept(accept: string): object {
  const [only = '', ...more] = accept.split(',').map((each) => each.trim().replace(/\/?\*$/, ''))
  return only === '' || only.startsWith('.') || more.length > 0
    ? {}
    : { search: [{ field: 'mimetype', val: only, operator: 'LIKE' }] }
}
