import { buildAdminIcon } from '../../../src/schemas/buildadmin/icons.ts'
import type { Page } from '../../../src/schemas/language/page.ts'
import type { Row } from '../domain.ts'
import type { Presenter } from './presenter.ts'

/** BuildAdmin's client reads its own form of some rows, its own names where the server is set up for them, and no data after a write. */
export const buildAdminPresenter: Presenter = {
  choosesColumns: false,
  deliversPages: false,
  showsChanges: false,
  async rows({ hooks: { buildAdmin } }, input) {
    const { ctx, page, wire } = input
    await buildAdmin?.rows?.(input)
    if (ctx.dialect.names !== 'buildadmin') return
    buildAdmin?.names?.(wire)
    for (const row of wire) nameIcons(page.fields, row)
  },
  newValues({ dialect }, page, row) {
    if (dialect.names === 'buildadmin') nameIcons(page.fields, row)
  },
  extra: async ({ hooks }, ctx) => (await hooks.buildAdmin?.listExtra?.(ctx, ctx.read)) ?? {},
  formExtra: async ({ hooks }, ctx) => (await hooks.buildAdmin?.formExtra?.(ctx, ctx.read)) ?? {},
  settings: ({ hooks }, ctx) => hooks.buildAdmin?.settings?.(ctx) ?? ctx.body,
  written: () => null,
}

/** Icons by the names that BuildAdmin's client draws. Kind by kind, so that no screen forgets it. */
function nameIcons(fields: Page['fields'], wire: Row): void {
  for (const { kind, name } of Object.values(fields))
    if (kind === 'icon' && typeof wire[name] === 'string') wire[name] = buildAdminIcon(wire[name])
}
