import { defineModule } from '../module.ts'
import { areaHandlers } from './handlers.ts'

/** Provinces, cities and districts. */
export const regions = defineModule({ name: 'regions', handlers: areaHandlers })
