import type { PageFile } from './files.ts'

/** Every screen in this language, by path: a chunk of its own, loaded when it is first wanted. */
export const pages = import.meta.glob<PageFile>('../schemas/pages/**/zh-cn.json', { import: 'default' })
