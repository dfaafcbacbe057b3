import { BlockEmbed } from 'quill/blots/block.js'
import Quill from 'quill/core.js'
import { BackgroundClass } from 'quill/formats/background.js'
import { ColorClass } from 'quill/formats/color.js'
import { SizeClass } from 'quill/formats/size.js'
import { isVideoAddress, markupColors, markupSizes, videoAttributes } from '../../../schemas/kinds/markupList.ts'

const { ClassAttributor, Scope } = Quill.import('parchment')

// Only the names of the list: what is pasted with others has none.
ColorClass.whitelist = [...markupColors]
BackgroundClass.whitelist = [...markupColors]
SizeClass.whitelist = [...markupSizes]

/** Marks the cells of a header row while they are edited; kept and shown they are `<th>` (table.ts). */
export const TableHead = new ClassAttributor('table-head', 'ql-table-head', { scope: Scope.BLOCK, whitelist: ['row'] })

/** A video of the own site. Quill's own one is a frame with a page of another host in it. */
export class Video extends BlockEmbed {
  static override blotName = 'video'
  static override tagName = 'VIDEO'

  static override create(address?: unknown): HTMLElement {
    const node = document.createElement('video')
    if (typeof address === 'string' && isVideoAddress(address)) node.setAttribute('src', address)
    for (const [name, value] of Object.entries(videoAttributes)) node.setAttribute(name, value)
    return node
  }

  static override value(node: Element): string | null {
    return node.getAttribute('src')
  }
}

export { BackgroundClass, ColorClass, SizeClass }
