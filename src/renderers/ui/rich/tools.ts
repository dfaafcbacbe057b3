import type Quill from 'quill/core.js'
import { markupColors, markupSizes } from '../../../schemas/kinds/markupList.ts'
import type { MenuEntry } from '../overlays/MenuList.tsx'
import { changeTable, insertTable, tableSteps } from './table.ts'

type Formats = Readonly<Record<string, unknown>>

/** One button over the editor; its words are `ui.rich.<name>`. */
export interface Tool {
  name: string
  /** An icon, or letters where the icon set has none. */
  icon?: string
  text?: string
  /** Separated a little from the previous ones. */
  first?: true
  /** Whether it is active at the cursor. Absent for tools without a state. */
  on?(formats: Formats): boolean
  press?(quill: Quill, formats: Formats): void
  /** What it offers when it is pressed. */
  menu?(quill: Quill, formats: Formats, words: Words): MenuEntry[]
}

type Words = (key: string) => string

/** On for one value of a form, off for all others. */
const toggle = (format: string, value: unknown = true): Pick<Tool, 'on' | 'press'> => ({
  on: (formats) => formats[format] === value,
  press: (quill, formats) => quill.format(format, formats[format] === value ? false : value, 'user'),
})

const indent = (by: string): Pick<Tool, 'press'> => ({ press: (quill) => quill.format('indent', by, 'user') })

/** One value of a set, or none. */
const choice = (format: string, group: string, values: readonly string[]): Pick<Tool, 'on' | 'menu'> => ({
  on: (formats) => typeof formats[format] === 'string',
  menu: (quill, formats, words) =>
    ['none', ...values].map((value) => ({
      id: `${format}-${value}`,
      label: words(`ui.rich.${group}.${value}`),
      checked: (formats[format] ?? 'none') === value,
      onSelect: () => {
        quill.focus()
        quill.format(format, value === 'none' ? false : value, 'user')
      },
    })),
})

const table: Pick<Tool, 'on' | 'menu'> = {
  on: (formats) => formats.table !== undefined,
  menu: (quill, formats, words) =>
    formats.table === undefined
      ? [{ id: 'table-insert', label: words('ui.rich.tables.insert'), onSelect: () => insertTable(quill) }]
      : tableSteps.map((step) => ({
          id: `table-${step}`,
          label: words(`ui.rich.tables.${step}`),
          divided: step === 'head' || step === 'deleteRow',
          danger: step === 'delete',
          onSelect: () => changeTable(quill, step),
        })),
}

/** Every tool, in the order shown. Links and files need more than a press: RichToolbar.tsx. */
export const richTools: readonly Tool[] = [
  { name: 'undo', icon: 'undo', press: (quill) => quill.history.undo() },
  { name: 'redo', icon: 'refresh', press: (quill) => quill.history.redo() },
  { name: 'heading2', text: 'H2', first: true, ...toggle('header', 2) },
  { name: 'heading3', text: 'H3', ...toggle('header', 3) },
  { name: 'bold', text: 'B', first: true, ...toggle('bold') },
  { name: 'italic', text: 'I', ...toggle('italic') },
  { name: 'underline', text: 'U', ...toggle('underline') },
  { name: 'strike', text: 'S', ...toggle('strike') },
  { name: 'size', text: 'A±', first: true, ...choice('size', 'sizes', markupSizes) },
  { name: 'color', text: 'A', ...choice('color', 'colors', markupColors) },
  { name: 'background', text: 'A', ...choice('background', 'colors', markupColors) },
  { name: 'bullet', icon: 'list', first: true, ...toggle('list', 'bullet') },
  { name: 'ordered', text: '1.', ...toggle('list', 'ordered') },
  { name: 'outdent', text: '⇤', ...indent('-1') },
  { name: 'indent', text: '⇥', ...indent('+1') },
  { name: 'quote', text: '❝', first: true, ...toggle('blockquote') },
  { name: 'code', icon: 'code', ...toggle('code-block') },
  { name: 'center', icon: 'align-center', first: true, ...toggle('align', 'center') },
  { name: 'right', icon: 'align-right', ...toggle('align', 'right') },
  { name: 'link', icon: 'link', first: true, on: (formats) => typeof formats.link === 'string' },
  { name: 'image', icon: 'image' },
  { name: 'video', icon: 'video' },
  { name: 'table', icon: 'table', ...table },
  {
    name: 'clean',
    icon: 'eraser',
    first: true,
    press: (quill) => {
      const range = quill.getSelection(true)
      quill.removeFormat(range.index, range.length, 'user')
    },
  },
]
