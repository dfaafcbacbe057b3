import { totalmem } from 'node:os'

/** Half of the memory of the machine, or of the container that this process runs in, in MB. */
function halfOfMachine(): number {
  const limit = process.constrainedMemory()
  const all = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return Math.floor(all / 2 ** 21)
}

/**
 * PostgreSQL's settings for a machine with SSDs, for the memory (MB) that it may plan with; half of the machine's when absent. Its own
 * defaults are for spinning disks and 128 MB: they make an index look four times as dear as it is, and sorts of a few thousand rows go
 * to the disk.
 */
export function tuned(memory = halfOfMachine()): Record<string, string> {
  const share = (part: number, least: number, most: number) => `${Math.round(Math.min(most, Math.max(least, memory / part)))}MB`
  return {
    random_page_cost: '1.1',
    shared_buffers: share(4, 128, 2048),
    effective_cache_size: share(1, 256, 65_536),
    // A statement may take it several times over, and twenty may run at once.
    work_mem: share(256, 4, 32),
    maintenance_work_mem: share(8, 64, 512),
  }
}
