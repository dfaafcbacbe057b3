import type { Wire } from '../wire.ts'
import { buildAdmin } from './dialect.ts'

/** A BuildAdmin server. */
export const buildAdminWire: Wire = {
  dialect: buildAdmin,
  screens: (page) => import('./screens.ts').then(({ buildAdminScreen }) => buildAdminScreen(page)),
}
