import type Quill from 'quill/core.js'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { focusedAt } from '../focused.ts'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words.tsx'
import { RichLink } from './RichLink.tsx'
import { richTools, type Tool } from './tools.ts'

interface RichToolbarProps {
  quill: Quill
  disabled: boolean
  takeFile: ((file: File, index: number) => void) | undefined
  ref: Ref<HTMLDivElement>
}

type Formats = Readonly<Record<string, unknown>>

/** The tools of an editor: one stop of Tab, arrow keys walk in it. */
export function RichToolbar({ quill, disabled, takeFile, ref }: RichToolbarProps) {
  const words = useWords()
  const formats = useFormats(quill)
  const [at, setAt] = useState(0)
  const file = useRef<HTMLInputElement>(null)
  const [link, setLink] = useState<HTMLElement | null>(null)
  const tools = richTools.filter((tool) => tool.name !== 'image' || takeFile)
  const press = (tool: Tool, button: HTMLElement) => {
    if (tool.name === 'link') setLink(button)
    else if (tool.name === 'image') file.current?.click()
    else tool.press?.(quill, formats)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button')]
    const here = focusedAt(buttons)
    const moves: Record<string, number> = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: buttons.length - 1 }
    const to = moves[event.key]
    if (here < 0 || to === undefined) return
    event.preventDefault()
    const next = (to + buttons.length) % buttons.length
    setAt(next)
    buttons[next]?.focus()
  }
  return (
    <div ref={ref} role="toolbar" aria-label={words('ui.rich.tools')} className="k-rich-tools" onKeyDown={onKeyDown}>
      {tools.map((tool, i) => {
        const name = words(`ui.rich.${tool.name}`)
        return (
          <button
            key={tool.name}
            type="button"
            className={tool.first ? 'k-rich-tool is-first' : 'k-rich-tool'}
            tabIndex={i === at ? 0 : -1}
            aria-label={name}
            aria-pressed={tool.on?.(formats)}
            data-tip={name}
            disabled={disabled}
            onFocus={() => setAt(i)}
            // The text keeps its selection while a tool is pressed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => press(tool, event.currentTarget)}
          >
            {tool.icon ? (
              <Icon name={tool.icon} />
            ) : (
              // A sign, not a word: it is no part of what the button is called.
              <span aria-hidden="true" className={`k-rich-${tool.name}`} data-sign={tool.text} />
            )}
          </button>
        )
      })}
      {link && <RichLink quill={quill} anchor={link} address={String(formats.link ?? '')} onClose={() => setLink(null)} />}
      <PictureInput ref={file} onFile={(one) => takeFile?.(one, quill.getSelection(true).index)} />
    </div>
  )
}

/** The browser's own way to pictures, opened by the tool. */
function PictureInput({ ref, onFile }: { ref: Ref<HTMLInputElement>; onFile(file: File): void }) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept="image/png,image/jpeg,image/gif,image/webp"
      onChange={(event) => {
        for (const one of event.target.files ?? []) onFile(one)
        event.target.value = ''
      }}
    />
  )
}

/** The forms of the text at the cursor. */
function useFormats(quill: Quill): Formats {
  const [formats, setFormats] = useState<Formats>({})
  useEffect(() => {
    const read = () => {
      const range = quill.getSelection()
      if (range) setFormats(quill.getFormat(range))
    }
    quill.on('editor-change', read)
    return () => void quill.off('editor-change', read)
  }, [quill])
  return formats
}
