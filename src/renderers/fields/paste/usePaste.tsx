import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useContext, useRef, useState } from 'react'
import { equal } from '../../../runtime/form/values.ts'
import { defaultLocale, locales } from '../../../schemas/language/words.ts'
import { RuntimeContext } from '../../context.tsx'
import type { FieldProps } from '../../define.ts'
import { Button } from '../../ui/Button.tsx'
import type { Filled, PastePlace } from './fillBlock.ts'
import type { OtherWords } from './pastedValue.ts'

interface PasteOptions extends Pick<PastePlace, 'rows' | 'most' | 'add'> {
  columns(other: OtherWords): PastePlace['columns']
  /** The cell of an element: its row and its place among the columns. */
  spotOf(target: Element): { row: number; column: number } | undefined
}

/** A block of cells, not one value: parted by tabs, or by lines where a control takes one line. */
function isBlock(text: string, target: EventTarget): boolean {
  if (text.includes('\t')) return true
  return !(target instanceof HTMLTextAreaElement) && /[\r\n]/.test(text.replace(/(\r\n|\r|\n)$/, ''))
}

/**
 * Pasting a block that was copied in a spreadsheet into the rows of a field. Returns handlers for the element around the rows, and what
 * the last paste did, with the way back.
 */
export function usePaste(props: FieldProps, { rows, most, add, columns, spotOf }: PasteOptions) {
  const { form, disabled, readOnly } = props
  const otherWords = useOtherWords(props)
  const [said, setSaid] = useState('')
  const [last, setLast] = useState<{ before: unknown; after: unknown } | null>(null)
  const latest = useRef(props)
  latest.current = props
  const take = async (text: string, spot: { row: number; column: number }) => {
    const [{ parseBlock }, { fillBlock }, other] = await Promise.all([
      import('./parseBlock.ts'),
      import('./fillBlock.ts'),
      otherWords(),
    ])
    const filled = await fillBlock(parseBlock(text), { ...spot, rows, most, add, columns: columns(other) })
    const before = latest.current.value
    if (!equal(before, rows)) return // typed into meanwhile: that stays
    leaveInput()
    latest.current.onChange(filled.rows)
    mark(latest.current, filled.wrong)
    setLast({ before, after: filled.rows })
    setSaid(saidOf(form.t, filled))
  }
  const canUndo = last !== null && equal(props.value, last.after)
  const undo = () => {
    leaveInput()
    props.onChange(last?.before)
    setLast(null)
    setSaid(form.t('ui.paste.undone'))
  }
  const note: ReactNode = (
    <p className="s-paste-said k-help">
      <span role="status">{said}</span>
      {canUndo && (
        <Button size="small" look="link" onClick={undo}>
          {form.t('ui.paste.undo')}
        </Button>
      )}
    </p>
  )
  return {
    note: said === '' ? <p className="sr-only" role="status" /> : note,
    onPaste(event: ClipboardEvent) {
      const text = event.clipboardData.getData('text/plain')
      const spot = event.target instanceof Element && !disabled && !readOnly ? spotOf(event.target) : undefined
      if (!spot || event.defaultPrevented || !isBlock(text, event.target)) return
      event.preventDefault()
      void take(text, spot)
    },
    onKeyDown(event: KeyboardEvent) {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
      if (!isUndo || !canUndo || event.defaultPrevented) return
      event.preventDefault()
      undo()
    },
  }
}

/** What a control has not read yet is no part of the value: it lets go of it when it is left. */
function leaveInput(): void {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLInputElement)) return
  activeElement.blur()
  activeElement.focus({ preventScroll: true })
}

/** Shows at their cells the texts that are no values there. */
function mark({ form, name, within = [] }: FieldProps, wrong: Filled['wrong']): void {
  const path = [...within, name].join('.')
  for (const [place, text] of Object.entries(wrong))
    form.model.state.errors[`${path}.${place}`] = form.t('ui.paste.wrong', { text: text.trim().slice(0, 50) })
}

/** What a paste did: "12 cells filled, 2 rows added, 3 did not fit". */
function saidOf(t: FieldProps['form']['t'], { cells, added, unfit }: Filled): string {
  const parts = [
    t(cells === 1 ? 'ui.paste.filledOne' : 'ui.paste.filled', { n: cells }),
    ...(added > 0 ? [t(added === 1 ? 'ui.paste.addedOne' : 'ui.paste.added', { n: added })] : []),
    ...(unfit > 0 ? [t('ui.paste.unfit', { n: unfit })] : []),
  ]
  return parts.join(t('ui.paste.comma'))
}

/** The words of the page in the other languages: people paste what they were sent. */
function useOtherWords({ form }: FieldProps): () => Promise<OtherWords> {
  const runtime = useContext(RuntimeContext)
  return async () => {
    const others = locales.filter((lang) => lang !== (form.lang || defaultLocale))
    const all = await Promise.all(others.map((lang) => runtime?.pages.words(form.page.id, lang)))
    return (key) => all.map((words) => words?.[key]).find((word) => word !== undefined)
  }
}
