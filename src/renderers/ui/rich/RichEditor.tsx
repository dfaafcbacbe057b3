import type Quill from 'quill/core.js'
import type { Delta } from 'quill/core.js'
import { type RefObject, useEffect, useRef, useState } from 'react'
import 'quill/dist/quill.core.css'
import '../../theme/rich.css'
import { type ControlProps, cx } from '../control.ts'
import { useWords } from '../words.tsx'
import { htmlOf, makeEditor, putHtml } from './quill.ts'
import { RichToolbar } from './RichToolbar.tsx'

export interface RichEditorProps extends ControlProps {
  /** HTML; '' when empty. */
  value: string
  onChange: (html: string) => void
  placeholder?: string
  /** Uploads a picture or video and returns its address; without it there are no buttons for them. A rejected promise shows its message. */
  upload?: (file: File) => Promise<string>
}

/** Text with form. Heavy: load it when a form shows one. Tab leaves it; Alt+F10 goes to its tools. */
export function RichEditor(props: RichEditorProps) {
  const words = useWords()
  const tools = useRef<HTMLDivElement>(null)
  const { holder, quill, takeFile, underWay, said } = useQuill(props)
  useAria(quill, props)
  useToolsKey(quill, tools)

  return (
    <fieldset
      className={cx('k-rich', props.disabled && 'is-disabled', props.readOnly && 'is-readonly', props.invalid && 'is-invalid')}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur?.(event)
      }}
    >
      {quill && !props.readOnly && (
        <RichToolbar
          ref={tools}
          quill={quill}
          disabled={props.disabled === true}
          takeFile={props.upload ? takeFile : undefined}
        />
      )}
      <div ref={holder} className="k-rich-holder" />
      {underWay > 0 && (
        <p className="k-help" role="status">
          {words('ui.rich.sending', { count: underWay })}
        </p>
      )}
      {said && (
        <p className="k-error" role="alert">
          {said}
        </p>
      )}
    </fieldset>
  )
}

/** Alt+F10 goes from the text to its tools. */
function useToolsKey(quill: Quill | null, tools: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    if (!quill) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F10' || !event.altKey) return
      event.preventDefault()
      tools.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    }
    quill.root.addEventListener('keydown', onKeyDown)
    return () => quill.root.removeEventListener('keydown', onKeyDown)
  }, [quill, tools])
}

/** The editor in its holder: what is written goes out, and another value comes in. */
function useQuill(props: RichEditorProps) {
  const holder = useRef<HTMLDivElement>(null)
  const [quill, setQuill] = useState<Quill | null>(null)
  const latest = useRef(props)
  latest.current = props
  /** What was last given out or taken in: another value comes from outside. */
  const held = useRef(props.value)
  const editor = useRef<Quill | null>(null)
  const { takeFile, move, underWay, said } = usePictures(editor, latest)
  /** The editor is created once; it reads what changes later through these. */
  const pictures = useRef({ takeFile, move })
  pictures.current = { takeFile, move }

  useEffect(() => {
    const box = holder.current
    if (!box) return
    const place = document.createElement('div')
    box.append(place)
    const { value, placeholder = '', readOnly = false, upload } = latest.current
    const made = makeEditor(place, {
      html: value,
      placeholder,
      readOnly,
      takeFile: upload ? pictures.current.takeFile : undefined,
    })
    made.on('text-change', (delta) => {
      pictures.current.move(delta)
      const html = htmlOf(made)
      if (html === held.current) return
      held.current = html
      latest.current.onChange(html)
    })
    editor.current = made
    setQuill(made)
    return () => {
      editor.current = null
      box.replaceChildren()
    }
  }, [])

  useEffect(() => {
    if (!quill) return
    if (props.value !== held.current) putHtml(quill, props.value)
    held.current = props.value
  }, [quill, props.value])
  return { holder, quill, takeFile, underWay, said }
}

/** Pictures and videos on their way into the text: each goes where it was put, moved by what is written before it meanwhile. */
function usePictures(editor: RefObject<Quill | null>, latest: RefObject<RichEditorProps>) {
  const places = useRef(new Set<{ index: number }>())
  const [underWay, setUnderWay] = useState(0)
  const [said, setSaid] = useState('')
  const takeFile = (file: File, index: number) => {
    const place = { index }
    places.current.add(place)
    setSaid('')
    setUnderWay(places.current.size)
    latest.current
      .upload?.(file)
      .then(
        (address) =>
          editor.current?.insertEmbed(place.index, file.type.startsWith('video/') ? 'video' : 'image', address, 'user'),
        (error: unknown) => setSaid(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => {
        places.current.delete(place)
        setUnderWay(places.current.size)
      })
  }
  const move = (delta: Delta) => {
    for (const place of places.current) place.index = delta.transformPosition(place.index)
  }
  return { takeFile, move, underWay, said }
}

/** Who the text is, for assistive technology, and in which state. */
function useAria(quill: Quill | null, props: RichEditorProps) {
  const { id, label, labelledBy, describedBy, disabled, readOnly, invalid, required } = props
  useEffect(() => {
    if (!quill) return
    quill.enable(!disabled && !readOnly)
    const attributes: Record<string, string | undefined> = {
      id,
      role: 'textbox',
      tabindex: disabled ? undefined : '0',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-disabled': disabled ? 'true' : undefined,
      'aria-readonly': readOnly ? 'true' : undefined,
      'aria-invalid': invalid ? 'true' : undefined,
      'aria-required': required ? 'true' : undefined,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) quill.root.removeAttribute(name)
      else quill.root.setAttribute(name, value)
    }
  }, [quill, id, label, labelledBy, describedBy, disabled, readOnly, invalid, required])
}
