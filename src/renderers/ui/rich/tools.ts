import type Quill from 'quill/core.js'

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
}

/** On for one value of a form, off for all others. */
const toggle = (format: string, value: unknown = true): Pick<Tool, 'on' | 'press'> => ({
  on: (formats) => formats[format] === value,
  press: (quill, formats) => quill.format(format, formats[format] === value ? false : value, 'user'),
})

const indent = (by: string): Pick<Tool, 'press'> => ({ press: (quill) => quill.format('indent', by, 'user') })

/** Every tool, in the order shown. Link and picture need more than a press: RichToolbar.tsx. */
export const richTools: readonly Tool[] = [
  { name: 'undo', icon: 'undo', press: (quill) => quill.history.undo() },
  { name: 'redo', icon: 'refresh', press: (quill) => quill.history.redo() },
  { name: 'heading2', text: 'H2', first: true, ...toggle('header', 2) },
  { name: 'heading3', text: 'H3', ...toggle('header', 3) },
  { name: 'bold', text: 'B', first: true, ...toggle('bold') },
  { name: 'italic', text: 'I', ...toggle('italic') },
  { name: 'underline', text: 'U', ...toggle('underline') },
  { name: 'strike', text: 'S', ...toggle('strike') },
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
