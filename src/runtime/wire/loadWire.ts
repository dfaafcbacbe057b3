import type { DialectName } from '../dialect.ts'
import { kontorWire } from './kontor.ts'
import type { Wire } from './wire.ts'

/** Loads what is needed for the server that a host named; its own code only where it is another than Kontor's. */
export async function loadWire(name: DialectName): Promise<Wire> {
  return name === 'kontor' ? kontorWire : (await import('./buildadmin/wire.ts')).buildAdminWire
}
