import { defineModule } from '../module.ts'
import { makeRemoteCatalogue } from './catalogue/remote.ts'
import { marketHandlers } from './handlers.ts'

/** Packages of screens that are installed, updated and removed while the server runs. */
export const market = defineModule({
  name: 'market',
  requires: ['auth', 'dataio', 'files', 'payments'],
  services: ({ settings }) => ({ offers: { catalogue: makeRemoteCatalogue(settings) } }),
  handlers: marketHandlers,
})
