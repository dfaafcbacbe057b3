import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from 'react'
import { fieldSchema } from '../../../../schemas/language/form/formSchema.ts'
import { titleText } from '../../../../schemas/language/list/naming.ts'
import type { FormContext } from '../../../define.ts'
import { useUnsavedForm } from '../../../form/unsaved.ts'
import { useOfField } from '../../../form/useField.ts'
import { useValue } from '../../../useValue.ts'
import { createFormContext } from '../form/formContext.ts'
import { CellProblem } from './CellProblem.tsx'
import { useCellFocus, usePressOutside } from './cellFocus.ts'
import { type CellMove, moveOn } from './cellMoves.ts'
import type { CellEditorProps } from './cellProps.ts'
import { problemIn } from './problemIn.ts'
import { useCellPlace } from './useCellPlace.ts'

/** One cell in which somebody types, or whose value was refused. */
export function CellEditor(props: CellEditorProps) {
  const { crud, env, cell, table, phase } = props
  const { form, field } = cell
  const id = useId()
  const own = useRef<HTMLFieldSetElement>(null)
  const [found, setFound] = useState('')
  const face = useMemo(() => createFormContext(crud, form, env, { submit: () => crud.saveCell(cell) }), [crud, form, env, cell])
  const message = useMessage(face, field.name)
  const problem = found || message
  const version = useValue(form.state, (s) => s.version)
  useCellPlace(own, table, String(cell.key), field.name)
  useUnsavedForm(form)
  const save = (move: CellMove) => {
    const wrong = problemIn(face, own.current, move)
    setFound(wrong)
    if (wrong !== '') return
    void crud.saveCell(cell)
    moveOn(props, move)
  }
  const cancel = () => {
    crud.closeCell(cell)
    moveOn(props, 'row')
  }
  const pressed = usePressOutside(() => phase === 'open' && save('stay'))
  const change = (value: unknown) => {
    setFound('')
    form.set(field.name, value)
    // What is chosen from a list is entered; its own handlers end first.
    if (field.kind === 'select') setTimeout(() => save(isByKey(own.current) ? 'down' : 'row'))
  }
  return (
    <fieldset
      ref={own}
      aria-labelledby={`${id}-label`}
      className="s-cell-edit"
      data-phase={phase}
      onKeyDown={(event) => pressKey(event, { phase, save, cancel })}
      onPointerDownCapture={pressed}
    >
      <CellControl key={version} {...props} id={id} own={own} face={face} isWrong={problem !== ''} onChange={change} />
      {(problem !== '' || phase === 'refused') && (
        <CellProblem {...props} id={`${id}-problem`} face={face} text={problem} onSave={() => save('row')} onCancel={cancel} />
      )}
    </fieldset>
  )
}

interface CellControlProps extends CellEditorProps {
  id: string
  own: RefObject<HTMLElement | null>
  face: FormContext
  isWrong: boolean
  onChange(value: unknown): void
}

/** The control of the field, called by the field and its record. */
function CellControl({ crud, cell, table, phase, id, own, face, isWrong, onChange }: CellControlProps) {
  const { form, field } = cell
  const state = form.state.fields[field.name]
  const required = state?.required ?? field.required
  const value = useOfField(form, field.name, (now) => now.value)
  const words = face.wordsAt(field.name)
  const label = face.word(`${words}.label`) ?? field.name
  const name = titleText(crud.page, crud.rowOf(cell.key) ?? form.state.record ?? {}, crud.loaded.find) ?? `#${cell.key}`
  const { Control } = face.control(field.kind)
  useCellFocus(own, table, phase)
  return (
    <>
      <span id={`${id}-label`} className="sr-only">
        {face.t('ui.cells.of', { label, name })}
      </span>
      <Control
        id={id}
        name={field.name}
        label={label}
        labelledBy={`${id}-label`}
        words={words}
        field={field}
        schema={fieldSchema(field, required)}
        value={value}
        onChange={onChange}
        onBlur={ignore}
        required={required}
        disabled={false}
        readOnly={false}
        invalid={isWrong}
        describedBy={isWrong ? `${id}-problem` : undefined}
        offered={state?.options}
        placeholder={undefined}
        partErrors={noErrors}
        autoFocus={false}
        form={face}
      />
    </>
  )
}

/** A cell is entered by keys and by presses elsewhere, not by losing the focus to its own list. */
const ignore = () => undefined
const noErrors = {}

/** What the server said of the field, of another one that does not go with it, or of the whole. */
function useMessage({ model }: FormContext, name: string): string {
  return useValue(model.state, (s) => s.errors[name] ?? Object.values(s.errors)[0] ?? s.message)
}

interface KeyActs {
  phase: CellEditorProps['phase']
  save(move: CellMove): void
  cancel(): void
}

function pressKey(event: KeyboardEvent<HTMLElement>, { phase, save, cancel }: KeyActs): void {
  const { key, shiftKey, currentTarget, target } = event
  const isOwn = target instanceof Node && currentTarget.contains(target)
  const isButton = target instanceof HTMLButtonElement && target.getAttribute('role') !== 'combobox'
  // An input method, a list or a calendar that is open takes its keys itself.
  const isTaken = event.defaultPrevented || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey
  currentTarget.dataset.by = 'key'
  if (!isOwn || isTaken) return
  const isOpen = currentTarget.querySelector('[aria-expanded="true"]') !== null
  if (key === 'Enter' && !isButton && !isOpen) save(shiftKey ? 'up' : 'down')
  else if (key === 'Escape' && !isOpen) cancel()
  // What can be done about a refusal has buttons of its own, which Tab leads to.
  else if (key === 'Tab' && phase === 'open') save(shiftKey ? 'previous' : 'next')
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** Was a key pressed last, not the mouse? */
function isByKey(own: HTMLElement | null): boolean {
  return own?.dataset.by === 'key'
}
