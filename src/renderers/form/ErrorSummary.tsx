import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { FormContext } from '../define.ts'
import { Icon } from '../ui/Icon.tsx'
import { useValue } from '../useValue.ts'
import type { FormError } from './check.ts'
import type { FormView } from './formView.ts'

interface ErrorSummaryProps {
  face: FormContext
  errors: readonly FormError[]
  /** How often it was tried to save: each time the summary takes the focus when it has something to say. */
  tries: number
  message(error: FormError): string
  view: FormView
}

/** What is wrong with the form as a whole, above it: each line leads to its field. Takes the focus when it appears. */
export function ErrorSummary({ face, errors, tries, message, view }: ErrorSummaryProps) {
  const server = useValue(face.model.state, (s) => s.errors)
  const said = useValue(face.model.state, (s) => s.message)
  const conflict = useValue(face.model.state, (s) => s.conflict)
  const clashes = useValue(face.model.state, (s) => s.clash !== null)
  const box = useRef<HTMLDivElement>(null)
  const names = Object.keys(server)
  const lines =
    names.length > 0
      ? names.map((name) => ({ field: name, text: server[name] ?? '' }))
      : errors.map((e) => ({ field: e.path.join('.'), text: message(e) }))
  useEffect(() => {
    if (tries > 0 || said !== '') box.current?.focus()
  }, [tries, said])
  // Waiting for an upload is no error, and what was wrong before may be mended by it.
  if (said === face.t('ui.upload.wait'))
    return (
      <p className="s-form-note" role="status">
        {said}
      </p>
    )
  // What somebody else changed is said where it is chosen.
  if (lines.length === 0 && (!said || clashes)) return null
  const jump = (field: string) => {
    const tab = view.tabOf(field.split('.')[0] ?? '')
    if (tab !== undefined) flushSync(() => view.set({ tab }))
    const place = box.current?.parentElement?.querySelector<HTMLElement>(
      `[data-field="${CSS.escape(field.split('.')[0] ?? '')}"]`,
    )
    place?.scrollIntoView({ block: 'center' })
    // A control with places of its own leads there itself.
    if (place?.dispatchEvent(new CustomEvent('kontor-place', { detail: field, cancelable: true })) === false) return
    place?.querySelector<HTMLElement>('input,textarea,button,select,[tabindex]')?.focus({ preventScroll: true })
  }
  return (
    <div ref={box} className="s-form-summary" role="alert" tabIndex={-1}>
      <Icon name="exclamation-circle" />
      <div>
        <p>
          {lines.length === 0
            ? said
            : errors.some(isMissing)
              ? face.t('validate.incomplete')
              : face.t('ui.form.wrong', { count: lines.length })}
        </p>
        {conflict && <p>{face.t('ui.form.conflict')}</p>}
        <ul>
          {lines.map(({ field, text }) => (
            <li key={field}>
              <button type="button" className="s-link" onClick={() => jump(field)}>
                {withLabel(labelOf(face, field), text)}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Something that has to be there is not. */
function isMissing({ error }: FormError): boolean {
  return error.code === 'required' || error.code === 'content'
}

/** The message, led by the field's name where it does not name it itself. */
function withLabel(label: string, text: string): string {
  return text.includes(label) ? text : `${label}: ${text}`
}

/** `lines.0.quantity` reads "Lines 1, Quantity". */
export function labelOf(face: FormContext, path: string): string {
  const [name = '', ...rest] = path.split('.')
  return labelIn(face, face.wordsAt(name), name, rest)
}

function labelIn(face: FormContext, words: string, name: string, [row, part, ...rest]: readonly string[]): string {
  const outer = face.word(`${words}.label`) ?? name
  // What is no list of rows names its places in its messages.
  if (row === undefined || Number.isNaN(Number(row))) return outer
  const inner = part === undefined ? '' : `, ${labelIn(face, `${words}.fields.${part}`, part, rest)}`
  return `${outer} ${Number(row) + 1}${inner}`
}
