import type { Dialect } from '../dialect.ts'
import { asRow } from '../rows.ts'
import type { Wire } from './wire.ts'

/** What Kontor's own server knows. */
export const kontor: Dialect = {
  headers: { 'x-kontor-strict': '1' },
  rotatesTokens: true,
  hasFeed: true,
  absentPages: [],
  guards: (key, version) => ({ idempotency_key: key, ...(version === undefined ? {} : { _version: version }) }),
  savesChanges: true,
  onlyShownFields: false,
  choosesColumns: true,
  searchesLinks: true,
  search: null,
  cursors: true,
  figures: true,
  listActions: true,
  findsRecords: true,
  savesViews: true,
  recordCall: 'info',
  rowIsRecord: false,
  firstValues: true,
  storesAncestors: true,
  formPlugins: true,
  record: (answer) => ({ row: asRow(answer.row) }),
  choices: null,
  attachments: ({ page, limit, search, accept }) => ({
    path: '/admin/ajax/attachments',
    params: { page, limit, quickSearch: search, accept },
  }),
}

/** Kontor's own server. */
export const kontorWire: Wire = { dialect: kontor, screens: null }
