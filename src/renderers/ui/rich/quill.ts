import Quill, { Delta } from 'quill/core.js'
import { AlignClass } from 'quill/formats/align.js'
import Blockquote from 'quill/formats/blockquote.js'
import Bold from 'quill/formats/bold.js'
import CodeBlock, { Code } from 'quill/formats/code.js'
import Header from 'quill/formats/header.js'
import Image from 'quill/formats/image.js'
import Indent from 'quill/formats/indent.js'
import Italic from 'quill/formats/italic.js'
import Link from 'quill/formats/link.js'
import List from 'quill/formats/list.js'
import Script from 'quill/formats/script.js'
import Strike from 'quill/formats/strike.js'
import Underline from 'quill/formats/underline.js'
import Table from 'quill/modules/table.js'
import { isEmptyMarkup } from '../../../schemas/kinds/markup.ts'
import { isAllowedAddress, markup } from '../../../schemas/kinds/markupList.ts'
import { BackgroundClass, ColorClass, SizeClass, TableHead, Video } from './formats.ts'
import { cleanHtml, cleanNodes } from './purify.ts'
import { headsAsCells, headsOfCells } from './table.ts'

// Only what the allow-list can keep; form is said by classes, never by style attributes, which the content policy forbids.
Quill.register(
  {
    'formats/align': AlignClass,
    'formats/background': BackgroundClass,
    'formats/blockquote': Blockquote,
    'formats/bold': Bold,
    'formats/code': Code,
    'formats/code-block': CodeBlock,
    'formats/color': ColorClass,
    'formats/header': Header,
    'formats/image': Image,
    'formats/indent': Indent,
    'formats/italic': Italic,
    'formats/link': Link,
    'formats/list': List,
    'formats/script': Script,
    'formats/size': SizeClass,
    'formats/strike': Strike,
    'formats/table-head': TableHead,
    'formats/underline': Underline,
    'formats/video': Video,
    'modules/table': Table,
  },
  true,
)

/** Tab belongs to the page: it leaves the editor. Indents have buttons. */
const noTab = {
  tab: null,
  indent: null,
  outdent: null,
  'remove tab': null,
  'indent code-block': null,
  'outdent code-block': null,
}

/** Files that a text takes: pictures and videos. */
export const richFiles = { image: 'image/png,image/jpeg,image/gif,image/webp', video: 'video/mp4,video/webm' } as const

export interface RichOptions {
  html: string
  placeholder: string
  readOnly: boolean
  /** Sends a picture or video that was pasted or dropped; absent: none are taken. */
  takeFile: ((file: File, index: number) => void) | undefined
}

/** An editor in this element, with its text. Undo does not go behind it. */
export function makeEditor(element: HTMLElement, { html, placeholder, readOnly, takeFile }: RichOptions): Quill {
  const quill = new Quill(element, {
    placeholder,
    readOnly,
    modules: {
      table: true,
      keyboard: { bindings: noTab },
      history: { userOnly: true },
      clipboard: { matchers: [['img', onlyOurPictures]] },
      uploader: {
        mimetypes: takeFile ? Object.values(richFiles).join(',').split(',') : [],
        handler: (range: { index: number }, files: File[]) => {
          for (const file of files) takeFile?.(file, range.index)
        },
      },
    },
  })
  putHtml(quill, html)
  quill.history.clear()
  return quill
}

/** Replaces the whole text without telling anybody. */
export function putHtml(quill: Quill, html: string): void {
  quill.setContents(quill.clipboard.convert({ html: headsAsCells(cleanNodes(html)) }), 'silent')
}

/** The text as HTML; '' when nothing is in it. Single blanks are blanks, not &nbsp;, so that lines can break. */
export function htmlOf(quill: Quill): string {
  // Quill gives tables a border by a style attribute, which the content policy reports where it is parsed.
  const written = quill.getSemanticHTML().replace(/<table style="[^"]*">/g, '<table>')
  const html = cleanHtml(headsOfCells(written.replace(/(?:&nbsp;|\u00a0)+/g, blanks)))
  return isEmptyMarkup(html) ? '' : html
}

function blanks(run: string): string {
  const count = run.replaceAll('&nbsp;', '\u00a0').length
  return ` ${'&nbsp;'.repeat(count - 1)}`
}

/** Pictures that were pasted with a text stay only under addresses that are allowed: no data, no files of the other machine. */
function onlyOurPictures(node: Node, delta: Delta): Delta {
  const src = node instanceof HTMLImageElement ? (node.getAttribute('src') ?? '') : ''
  return isAllowedAddress(src, markup.imageSchemes) ? delta : new Delta()
}
