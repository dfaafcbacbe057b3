import { sql } from 'kysely'
import { defineModule } from '../module.ts'
import { notificationHandlers } from './handlers.ts'
import { platformInbox } from './inbox.ts'
import { notifyAdmins } from './notify.ts'

/** Days after which a notification is deleted, read or not. */
const keepDays = 90

/** The inbox of administrators; off while another module has one of its own (server/main/modules.ts). */
export const notifications = defineModule({
  name: 'notifications',
  handlers: notificationHandlers,
  inbox: platformInbox,
  notify: notifyAdmins,
  purges: {
    notifications: async ({ database }) => {
      const before = Math.floor(Date.now() / 1000) - keepDays * 86_400
      await sql`delete from notification where create_time < ${before}::bigint`.execute(database.write)
    },
  },
})
