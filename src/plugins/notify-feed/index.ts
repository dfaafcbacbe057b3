import { defineShellPlugin } from '../../renderers/definePlugin.ts'
import { NoticePopups } from './NoticePopups.tsx'

/** Popups for the live notices of the shop. */
export const notifyFeed = defineShellPlugin({ name: 'notify-feed', Corner: NoticePopups })
