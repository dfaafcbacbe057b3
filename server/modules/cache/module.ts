import { defineModule } from '../module.ts'
import { cacheHandlers } from './handlers.ts'

/** Clearing the cache, from the head of the back office. */
export const cache = defineModule({ name: 'cache', handlers: cacheHandlers })
