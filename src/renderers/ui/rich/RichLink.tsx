import type Quill from 'quill/core.js'
import { useMemo, useState } from 'react'
import { isAllowedAddress, markup } from '../../../schemas/kinds/markupList.ts'
import { Button } from '../Button.tsx'
import { Input } from '../inputs/Input.tsx'
import { Popover } from '../overlays/Popover.tsx'
import { useWords } from '../words.tsx'

interface RichLinkProps {
  quill: Quill
  anchor: HTMLElement
  /** The address of the link at the cursor, or ''. */
  address: string
  onClose: () => void
}

/** Asks for the address of a link: of the selected text, or of new text where none is selected. */
export function RichLink({ quill, anchor, address, onClose }: RichLinkProps) {
  const words = useWords()
  const [text, setText] = useState(address)
  const [wrong, setWrong] = useState(false)
  // The selection as it was when the question came up; typing the address takes the focus away from it.
  const [range] = useState(() => quill.getSelection(true))
  const hang = useMemo(() => ({ current: anchor }), [anchor])
  const close = () => {
    onClose()
    quill.setSelection(range)
    quill.focus()
  }
  const put = (value: string | false) => {
    if (typeof value === 'string' && (value === '' || !isAllowedAddress(value, markup.linkSchemes))) return setWrong(true)
    quill.setSelection(range)
    if (typeof value === 'string' && range.length === 0 && !address) quill.insertText(range.index, value, 'link', value, 'user')
    else if (range.length === 0) formatAround(quill, range.index, value)
    else quill.formatText(range.index, range.length, 'link', value, 'user')
    close()
  }
  return (
    <Popover anchor={hang} onClose={close} role="dialog" label={words('ui.rich.link')} className="k-rich-link">
      <Input
        label={words('ui.rich.address')}
        value={text}
        onChange={(next) => {
          setText(next)
          setWrong(false)
        }}
        placeholder="https://"
        inputMode="url"
        spellCheck={false}
        invalid={wrong}
        autoFocus
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          put(text.trim())
        }}
      />
      {wrong && (
        <p className="k-error" role="alert">
          {words('ui.rich.wrongAddress')}
        </p>
      )}
      <span className="k-rich-link-buttons">
        {address !== '' && <Button onClick={() => put(false)}>{words('ui.rich.unlink')}</Button>}
        <Button look="primary" onClick={() => put(text.trim())}>
          {words('ui.controls.ok')}
        </Button>
      </span>
    </Popover>
  )
}

/** The whole link around the cursor. */
function formatAround(quill: Quill, index: number, value: string | false): void {
  const [leaf, offset] = quill.getLeaf(index)
  quill.formatText(index - offset, leaf?.length() ?? 0, 'link', value, 'user')
}
