import type { NotificationSource } from '../../../src/runtime/feed/source.ts'
import { noticeList, noticeTarget } from '../contract/noticeTargets.ts'

/** The notifications of the shop's staff. */
export const notifications: NotificationSource = {
  storageKey: 'shopConfig',
  config: '/admin/shop.base/config',
  read: '/admin/shop.notify.Notify/read',
  bind: 'shop/worker.notify/bind',
  list: noticeList,
  panel: {
    unread: '/admin/shop.notify.Notify/unread',
    readShown: '/admin/shop.notify.Notify/readShown',
    listOf: (type) => `${noticeList}&${new URLSearchParams({ message_type: type })}`,
  },
  target: ({ message_type, message_data }) => noticeTarget(message_type, message_data),
}
