import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { FieldProps } from '../../renderers/face.ts'
import type { SpecFault } from '../../schemas/kinds/specRules.ts'
import { FaultList } from './FaultList.tsx'
import { useShown } from './faults.ts'
import { SpecGrid, type SpecGridHandle, type SpecGridProps } from './grid/SpecGrid.tsx'
import type { Editor, EditorState } from './model/editor.ts'
import { isPending } from './model/generate.ts'
import { type Sheet, type SheetColumn, sheetColumns, textsOf } from './model/sheet.ts'
import { PictureDialog, type Pictured } from './PictureDialog.tsx'
import { SpecsPanel } from './SpecsPanel.tsx'
import { Tools } from './Tools.tsx'
import './specEditor.css'
import { useEditor } from './useEditor.ts'
import type { Say } from './words.ts'

const noRows: ReadonlySet<number> = new Set()

/** Specs and SKUs of a product: the specs above, the table of SKUs below, and what is wrong under it. */
export function SpecEditor(props: FieldProps) {
  const { field, form, id } = props
  const [editor, state, known] = useEditor(props)
  const { sheet, plan } = state
  const say = useCallback<Say>((key, params) => form.t(`kinds.specEditor.${key}`, params), [form])
  const off = props.disabled || props.readOnly
  const { attributes, gone } = sheet
  const texts = useMemo(() => textsOf({ attributes, gone }), [attributes, gone])
  const rows = useRows(sheet)
  const [told, setTold] = useState('')
  const [picture, setPicture] = useState<Pictured | null>(null)
  const box = useRef<HTMLFieldSetElement>(null)
  const faults = useShown(props, known)
  const ofSpecs = useSameList(faults.filter(({ path }) => path[0] === 'attributes'))
  const { grid, jump, toFirst } = useJumps(box, rows.setFilter)
  const shared = { say, editor, off, onTell: setTold, onPicture: setPicture }
  return (
    <fieldset
      ref={box}
      id={id}
      className="p-specs"
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      {...tellsOf(editor, props.onBlur)}
    >
      {state.type === 'multi' && (
        <SpecsPanel
          field={field}
          form={form}
          say={say}
          editor={editor}
          attributes={attributes}
          plan={plan}
          off={off}
          faults={ofSpecs}
          onPicture={setPicture}
          onGenerated={toFirst}
        />
      )}
      {sheet.rows.length > 0 && (
        <Skus {...shared} id={id} form={form} state={state} rows={rows} texts={texts} faults={faults} grid={grid} />
      )}
      <p className="p-specs-told" aria-live="polite">
        {told}
      </p>
      <FaultList say={say} form={form} faults={faults} onJump={jump} />
      {picture && <PictureDialog {...props} {...{ say, sheet, texts, editor }} what={picture} onClose={() => setPicture(null)} />}
      {isPending(plan) && <span className="sr-only">{say('pending')}</span>}
    </fieldset>
  )
}

/** The SKUs that the filter leaves, and those that are chosen. */
function useRows(sheet: Sheet) {
  const [filter, setFilter] = useState<Readonly<Record<number, number>>>({})
  const [chosen, setChosen] = useState(noRows)
  const shown = useMemo(() => {
    const asked = Object.entries(filter).filter(([key, value]) => isThere(sheet, Number(key), value))
    return asked.length === 0
      ? sheet.rows
      : sheet.rows.filter(({ combo }) => asked.every(([key, value]) => combo[Number(key)] === value))
  }, [sheet, filter])
  const keys = useSameList(shown.map(({ key }) => key))
  return { filter, setFilter, chosen, setChosen, shown, keys }
}

/** Ways into the table and the specs: from a fault, from the form's summary, and to the first SKU. */
function useJumps(box: RefObject<HTMLElement | null>, setFilter: (filter: Readonly<Record<number, number>>) => void) {
  const grid = useRef<SpecGridHandle>(null)
  const jump = useCallback(
    (path: SpecFault['path']) => {
      if (path[0] === 'skus' && typeof path[1] === 'number') {
        setFilter({})
        grid.current?.goTo(path[1], columnOf(path[2]))
      } else focusSpec(box.current, path)
    },
    [box, setFilter],
  )
  useJump(box, jump)
  const toFirst = useCallback(() => {
    setFilter({})
    grid.current?.goTo(0, 'price')
  }, [setFilter])
  return { grid, jump, toFirst }
}

/** Passes changes on to the form when the focus leaves the editor, and before a key that may save or leave the form reaches the form. */
function tellsOf(editor: Editor, onBlur: () => void) {
  return {
    onBlur(event: FocusEvent) {
      if (event.currentTarget.contains(event.relatedTarget)) return
      editor.tell()
      onBlur()
    },
    onKeyDown({ key, ctrlKey, metaKey }: KeyboardEvent) {
      if (key === 'Escape' || ctrlKey || metaKey) flushSync(editor.tell)
    },
  }
}

interface SkusProps
  extends Pick<SpecGridProps, 'id' | 'say' | 'editor' | 'texts' | 'faults' | 'off' | 'form' | 'onTell' | 'onPicture'> {
  state: EditorState
  rows: ReturnType<typeof useRows>
  grid: Ref<SpecGridHandle>
}

/** The table of SKUs with its tools. */
function Skus({ state, rows, grid, ...shared }: SkusProps) {
  const { sheet } = state
  const { say, editor, off, onTell, onPicture } = shared
  return (
    <>
      <Tools
        say={say}
        editor={editor}
        attributes={sheet.attributes}
        isPending={isPending(state.plan)}
        canUndo={state.canUndo}
        canRedo={state.canRedo}
        off={off}
        rows={rows.keys}
        total={sheet.rows.length}
        chosen={rows.chosen}
        filter={rows.filter}
        onFilter={rows.setFilter}
        onTell={onTell}
        onPicture={onPicture}
      />
      <SpecGrid {...shared} ref={grid} sheet={sheet} rows={rows.shown} chosen={rows.chosen} onChosen={rows.setChosen} />
    </>
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
