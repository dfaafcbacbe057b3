import { setImmediate } from 'node:timers/promises'
import type { Schema } from '../../../codegen/schema/schema.ts'
import type { PageHashes } from '../../../src/schemas/api/pages.ts'
import type { MenuRule } from '../../../src/schemas/language/menu/menu.ts'
import { locales } from '../../../src/schemas/language/words.ts'
import type { Context } from '../../core/context.ts'
import type { Services } from '../../core/services.ts'
import { defineModule, type Worker } from '../module.ts'
import { deliveredFile } from './files.ts'
import { pageFileHandlers } from './handlers.ts'
import { hashesFor } from './rights.ts'

declare module '../../core/services.ts' {
  interface Services {
    /** Hashes of the pages that the caller may open, for the answer that has their menu. */
    pageHashes(ctx: Context, menu: readonly MenuRule[]): PageHashes
  }
}

/** Delivers pages to the browser, and tells open browsers when they have changed. */
export const pages = defineModule({
  name: 'pages',
  requires: ['auth'],
  services: () => ({ offers: { pageHashes: hashesFor } }),
  handlers: pageFileHandlers,
  workers: ({ services, schema }) => [prepareFor(services, schema)],
  revised(services, { hash, schema }) {
    prepareFor(services, schema)
    services.feed.revised({ hash })
  },
})

/** What each server of this process prepares. */
const preparing = new WeakMap<Services, Worker>()

/** Files of a revision that is not served any more are left. */
function prepareFor(services: Services, schema: Schema): Worker {
  void preparing.get(services)?.stop()
  const worker = prepare(schema)
  preparing.set(services, worker)
  return { stop: async () => preparing.get(services)?.stop() }
}

/** Makes all files, one at a time between requests: the first person to come would wait for them. */
function prepare(schema: Schema): Worker {
  let isWanted = true
  const work = async () => {
    for (const locale of locales)
      for (const id of schema.pages.keys()) {
        await setImmediate()
        if (!isWanted) return
        deliveredFile(schema, id, locale)
      }
  }
  const done = work()
  return {
    async stop() {
      isWanted = false
      await done
    },
  }
}
