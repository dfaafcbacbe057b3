/** What opens over the layout: at most one at a time. */
export type Overlay = 'palette' | 'keys' | 'settings' | 'terminal' | 'menu' | 'notices' | 'noticesPeek' | null
