import { defineShellPlugin } from '../../renderers/face.ts'
import { NoticePopups } from './NoticePopups.tsx'

/** Popups for live notifications. */
export const notifyFeed = defineShellPlugin({ name: 'notify-feed', toastSlot: NoticePopups })
