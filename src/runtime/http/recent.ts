import type { RecentRecord } from '../../schemas/api/find.ts'
import type { HttpClient } from './client.ts'

const quiet = { showError: false, showCodeMessage: false, cancelDuplicate: false } as const

/** The records that a person has looked at, as the server keeps them across reloads and devices. */
export function recentOf(http: HttpClient) {
  return {
    read: async () => (await http.get<RecentRecord[]>('/admin/ajax/recent', undefined, quiet)).data,
    add({ page, key }: Pick<RecentRecord, 'page' | 'key'>): void {
      // Nobody waits for it, and a failure does not matter.
      http.post('/admin/ajax/visit', { page, key }, quiet).catch(() => undefined)
    },
  }
}
