import type Quill from 'quill/core.js'
import type { Range } from 'quill/core.js'
import { type KeyboardEvent, type Ref, useEffect, useMemo, useRef, useState } from 'react'
import { focusedAt } from '../focused.ts'
import { Icon } from '../Icon.tsx'
import { MenuList } from '../overlays/MenuList.tsx'
import { Popover } from '../overlays/Popover.tsx'
import { useWords } from '../words.tsx'
import { richFiles } from './quill.ts'
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
  const image = useRef<HTMLInputElement>(null)
  const video = useRef<HTMLInputElement>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [link, setLink] = useState<HTMLElement | null>(null)
  const tools = richTools.filter(({ name }) => takeFile || (name !== 'image' && name !== 'video'))
  const press = (tool: Tool, button: HTMLElement) => {
    // Quill learns of a new selection a moment late: without this, the tool would act on the previous one.
    quill.selection.update('silent')
    if (tool.name === 'link') setLink(button)
    else if (tool.menu) setMenu({ tool, anchor: button, range: quill.getSelection() })
    else if (tool.name === 'image') image.current?.click()
    else if (tool.name === 'video') video.current?.click()
    else tool.press?.(quill, quill.getFormat())
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
      {tools.map((tool, i) => (
        <ToolButton
          key={tool.name}
          tool={tool}
          formats={formats}
          isStop={i === at}
          isOpen={menu?.tool === tool}
          disabled={disabled}
          onFocus={() => setAt(i)}
          onPress={(button) => press(tool, button)}
        />
      ))}
      {link && <RichLink quill={quill} anchor={link} address={String(formats.link ?? '')} onClose={() => setLink(null)} />}
      {menu && <ToolMenu open={menu} quill={quill} formats={formats} onClose={() => setMenu(null)} />}
      {(['image', 'video'] as const).map((kind) => (
        <FileInput
          key={kind}
          ref={kind === 'image' ? image : video}
          accept={richFiles[kind]}
          onFile={(one) => takeFile?.(one, quill.getSelection(true).index)}
        />
      ))}
    </div>
  )
}

interface ToolButtonProps {
  tool: Tool
  formats: Formats
  /** Tab stops here. */
  isStop: boolean
  isOpen: boolean
  disabled: boolean
  onFocus(): void
  onPress(button: HTMLElement): void
}

function ToolButton({ tool, formats, isStop, isOpen, disabled, onFocus, onPress }: ToolButtonProps) {
  const name = useWords()(`ui.rich.${tool.name}`)
  return (
    <button
      type="button"
      className={tool.first ? 'k-rich-tool is-first' : 'k-rich-tool'}
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      {...(tool.menu ? { 'aria-haspopup': 'menu', 'aria-expanded': isOpen } : { 'aria-pressed': tool.on?.(formats) })}
      data-on={tool.menu && tool.on?.(formats) ? '' : undefined}
      data-tip={name}
      disabled={disabled}
      onFocus={onFocus}
      // The text keeps its selection while a tool is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onPress(event.currentTarget)}
    >
      {tool.icon ? (
        <Icon name={tool.icon} />
      ) : (
        // A sign, not a word: it is no part of what the button is called.
        <span aria-hidden="true" className={`k-rich-${tool.name}`} data-sign={tool.text} />
      )}
    </button>
  )
}

interface OpenMenu {
  tool: Tool
  anchor: HTMLElement
  /** The selection when it was opened. */
  range: Range | null
}

/** What a tool offers. The text has the focus again before the chosen entry acts on it. */
function ToolMenu({ open, quill, formats, onClose }: { open: OpenMenu; quill: Quill; formats: Formats; onClose(): void }) {
  const words = useWords()
  const hang = useMemo(() => ({ current: open.anchor }), [open])
  return (
    <Popover anchor={hang} onClose={onClose} className={`k-rich-menu k-rich-menu-${open.tool.name}`}>
      <MenuList
        label={words(`ui.rich.${open.tool.name}`)}
        items={open.tool.menu?.(quill, formats, words) ?? []}
        onDone={(entry) => {
          onClose()
          open.anchor.focus()
          if (entry && open.range) quill.setSelection(open.range)
          entry?.onSelect()
        }}
      />
    </Popover>
  )
}

/** The browser's own way to files, opened by the tool. */
function FileInput({ ref, accept, onFile }: { ref: Ref<HTMLInputElement>; accept: string; onFile(file: File): void }) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={accept}
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
