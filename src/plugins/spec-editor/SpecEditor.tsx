import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldProps } from '../../renderers/define.ts'
import type { SpecFault } from '../../schemas/kinds/specRules.ts'
import { FaultList } from './FaultList.tsx'
import { useShown } from './faults.ts'
import { isPending } from './model/generate.ts'
import { type Sheet, type SheetColumn, sheetColumns, textsOf } from './model/sheet.ts'
import { PictureDialog, type Pictured } from './PictureDialog.tsx'
import { SpecGrid, type SpecGridHandle } from './SpecGrid.tsx'
import { SpecsPanel } from './SpecsPanel.tsx'
import { Tools } from './Tools.tsx'
import './specEditor.css'
import { useEditor } from './useEditor.ts'
import type { Say } from './words.ts'

const noRows: ReadonlySet<number> = new Set()

/** Specs and SKUs of a goods: the specs above, the table of SKUs below, and what is wrong under it. */
export function SpecEditor(props: FieldProps) {
  const { form, disabled, readOnly } = props
  const [editor, state, known] = useEditor(props)
  const { sheet } = state
  const say = useCallback<Say>((key, params) => form.t(`kinds.specEditor.${key}`, params), [form])
  const off = disabled || readOnly
  const { attributes, gone } = sheet
  const texts = useMemo(() => textsOf({ attributes, gone }), [attributes, gone])
  const [filter, setFilter] = useState<Readonly<Record<number, number>>>({})
  const [chosen, setChosen] = useState(noRows)
  const [told, setTold] = useState('')
  const [picture, setPicture] = useState<Pictured | null>(null)
  const grid = useRef<SpecGridHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => {
    const asked = Object.entries(filter).filter(([key, value]) => isThere(sheet, Number(key), value))
    return asked.length === 0
      ? sheet.rows
      : sheet.rows.filter(({ combo }) => asked.every(([key, value]) => combo[Number(key)] === value))
  }, [sheet, filter])
  const rowKeys = useSameList(rows.map(({ key }) => key))
  const faults = useShown(props, known)
  const ofSpecs = useSameList(faults.filter(({ path }) => path[0] === 'attributes'))
  const jump = useCallback((path: SpecFault['path']) => {
    if (path[0] === 'skus' && typeof path[1] === 'number') {
      setFilter({})
      grid.current?.goTo(path[1], columnOf(path[2]))
    } else focusSpec(box.current, path)
  }, [])
  useJump(box, jump)
  const toFirst = useCallback(() => {
    setFilter({})
    grid.current?.goTo(0, 'price')
  }, [])
  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    editor.tell()
    props.onBlur()
  }
  // Keys that may save the form or leave it do that with what stands here now; they are heard by the form right after.
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Escape' || ctrlKey || metaKey) flushSync(editor.tell)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form's label is the legend
    <div
      ref={box}
      role="group"
      id={props.id}
      className="p-specs"
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      onBlur={leave}
      onKeyDown={onKeyDown}
    >
      {state.type === 'multi' && (
        <SpecsPanel
          field={props.field}
          form={form}
          say={say}
          editor={editor}
          attributes={attributes}
          plan={state.plan}
          off={off}
          faults={ofSpecs}
          onPicture={setPicture}
          onGenerated={toFirst}
        />
      )}
      {sheet.rows.length > 0 && (
        <>
          <Tools
            say={say}
            editor={editor}
            attributes={attributes}
            isPending={isPending(state.plan)}
            canUndo={state.canUndo}
            canRedo={state.canRedo}
            off={off}
            rows={rowKeys}
            total={sheet.rows.length}
            chosen={chosen}
            filter={filter}
            onFilter={setFilter}
            onTell={setTold}
            onPicture={setPicture}
          />
          <SpecGrid
            ref={grid}
            id={props.id}
            say={say}
            editor={editor}
            sheet={sheet}
            rows={rows}
            texts={texts}
            faults={faults}
            off={off}
            chosen={chosen}
            form={form}
            onChosen={setChosen}
            onTell={setTold}
            onPicture={setPicture}
          />
        </>
      )}
      <p className="p-specs-told" aria-live="polite">
        {told}
      </p>
      <FaultList say={say} form={form} faults={faults} onJump={jump} />
      {picture && (
        <PictureDialog
          {...props}
          say={say}
          sheet={sheet}
          texts={texts}
          editor={editor}
          what={picture}
          onClose={() => setPicture(null)}
        />
      )}
      {isPending(state.plan) && <span className="sr-only">{say('pending')}</span>}
    </div>
  )
}

/** The list from before for as long as its members are the same, so that who is given it is not drawn anew. */
function useSameList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list)
  const isSame = last.current.length === list.length && last.current.every((each, i) => each === list[i])
  if (!isSame) last.current = list
  return last.current
}

function isThere({ attributes }: Pick<Sheet, 'attributes'>, key: number, value: number) {
  return attributes.some((each) => each.key === key && each.values.some((one) => one.key === value))
}

function columnOf(name: unknown): SheetColumn | undefined {
  return sheetColumns.find((column) => column === name)
}

/** The form's summary leads to a place inside the field by this event (renderers/fields/ErrorSummary.tsx). */
function useJump(box: RefObject<HTMLElement | null>, jump: (path: SpecFault['path']) => void): void {
  useEffect(() => {
    const field = box.current?.closest('[data-field]')
    const hear = (event: Event) => {
      const [, ...parts] = String((event as CustomEvent<unknown>).detail).split('.')
      if (parts.length === 0) return
      event.preventDefault()
      jump(parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)))
    }
    field?.addEventListener('kontor-place', hear)
    return () => field?.removeEventListener('kontor-place', hear)
  }, [box, jump])
}

function focusSpec(box: HTMLElement | null, path: SpecFault['path']): void {
  const at = path.join('.')
  const place = [...(box?.querySelectorAll<HTMLElement>('[data-place]') ?? [])].find((each) => each.dataset.place === at)
  const first =
    place?.querySelector<HTMLElement>('input') ?? box?.querySelector<HTMLElement>('.p-specs-panel input, .p-specs-panel button')
  first?.scrollIntoView({ block: 'nearest' })
  first?.focus({ preventScroll: true })
}
