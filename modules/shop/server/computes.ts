import { computesFor } from '../../../server/crud/computes.ts'
import type { Reads } from './reads.generated.ts'

/** The computed fields of a page of the shop, or one that it extends; typed by what the page says that they read. */
export const computesOf = computesFor<Reads>()
