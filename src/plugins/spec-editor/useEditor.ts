import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type FieldProps, useValue } from '../../renderers/face.ts'
import { confirm } from '../../renderers/ui/overlays/confirm.ts'
import { equal } from '../../runtime/form/values.ts'
import type { SpecValue } from '../../schemas/kinds/specRules.ts'
import { createEditor, type Editor, type EditorState, isBlankSheet, type SpecType } from './model/editor.ts'

/** Milliseconds without a change after which the form is told: it checks and compares everything, which no key should wait for. */
const pause = 120

/** The editor of a field for as long as its value is the one it made, its state, and the state that the form knows. */
export function useEditor(props: FieldProps): [Editor, EditorState, EditorState] {
  const type = useType(props)
  const latest = useRef(props)
  latest.current = props
  const own = useRef(new WeakSet<object>())
  const seen = useRef(props.value)
  const make = (value: unknown): Editor =>
    createEditor({
      value: isSpec(value) ? value : null,
      type,
      max: props.field.max,
      onChange(next) {
        own.current.add(next)
        latest.current.onChange(next)
      },
    })
  const [editor, setEditor] = useState(() => make(props.value))
  const state = useSyncExternalStore(editor.listen, editor.get)
  const told = useSyncExternalStore(editor.listen, editor.told)
  // A form passes a change back later than the next one comes; what is none of ours was set from outside.
  if (seen.current !== props.value) {
    seen.current = props.value
    if (!isOwn(props.value, own.current) && !equal(props.value, state.value)) setEditor(make(props.value))
  }
  useSwitch(props, type, editor, state)
  useEffect(() => {
    if (state === told) return
    const timer = setTimeout(editor.tell, pause)
    return () => clearTimeout(timer)
  }, [editor, state, told])
  return [editor, state, told]
}

const isOwn = (value: unknown, own: WeakSet<object>) => value !== null && typeof value === 'object' && own.has(value)

function isSpec(value: unknown): value is SpecValue {
  return value !== null && typeof value === 'object' && 'attributes' in value && 'skus' in value
}

/** What the form says; without a field for it, what the value looks like. */
function useType({ field, form, value }: FieldProps): SpecType {
  const told = useValue(form.model.state, (state) => (field.type === undefined ? undefined : state.values[field.type]))
  if (told === 'single' || told === 'multi') return told
  return isSpec(value) && value.attributes.length === 0 && value.skus.length === 1 ? 'single' : 'multi'
}

/** Another type clears what was entered, once the person says so; else the form gets its old type back. */
function useSwitch({ field, form, putField }: FieldProps, type: SpecType, editor: Editor, state: EditorState): void {
  const asked = useRef(false)
  useEffect(() => {
    if (field.type === undefined || type === state.type || asked.current) return
    const change = () => {
      editor.switchTo(type)
      // At once: nobody has left the editor, who would save now is elsewhere in the form.
      editor.tell()
    }
    if (isBlankSheet(state.sheet)) return change()
    asked.current = true
    const { t } = form
    void confirm(t('kinds.specEditor.switch'), { yes: t('kinds.specEditor.switchYes'), danger: true }).then((yes) => {
      asked.current = false
      if (yes) change()
      else if (field.type !== undefined) putField?.(field.type, state.type)
    })
  }, [field.type, form, putField, type, editor, state])
}
