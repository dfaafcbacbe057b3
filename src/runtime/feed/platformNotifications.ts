import type { NotificationSource } from './source.ts'

/** The platform's own notifications (server/modules/notifications), for a front end none of whose modules has any. */
export const platformNotifications: NotificationSource = {
  storageKey: 'liveFeed',
  config: '/admin/notification/config',
  read: '/admin/notification/read',
  bind: 'notification/bind',
  panel: { unread: '/admin/notification/unread', readShown: '/admin/notification/readShown' },
  target({ message_type, message_data: { page, key, value } }) {
    if (typeof page !== 'string') return '/admin'
    if (message_type === 'mention') return `/admin/${page}/${encodeURIComponent(String(value))}`
    return typeof key === 'string' ? `/admin/${page}?${new URLSearchParams({ [key]: String(value) })}` : `/admin/${page}`
  },
}
