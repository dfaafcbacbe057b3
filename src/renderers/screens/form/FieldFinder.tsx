import { type KeyboardEvent, useState } from 'react'
import type { FormContext } from '../../define.ts'
import type { FormView } from '../../form/formView.ts'
import { Input } from '../../ui/inputs/Input.tsx'

/** Forms with fewer fields than this are seen at a glance. */
export const manyFields = 20

/** Finds fields of a form with tabs by label, name or help: the others and tabs without any are out of sight until it is empty again. */
export function FieldFinder({ face, view }: { face: FormContext; view: FormView }) {
  const [text, setText] = useState('')
  const [found, setFound] = useState(0)
  const { t } = face
  const find = (entered: string) => {
    setText(entered)
    const only = matching(face, entered)
    setFound(only?.size ?? 0)
    view.set({ only, tab: tabFor(view, only) })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The keys of an input method are its own while it composes a word.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') find('')
    else if (event.key === 'Enter') firstShown(event.currentTarget)?.focus()
  }
  const name = t('ui.finder.find')
  return (
    <search className="s-form-finder">
      <Input
        type="search"
        icon="search"
        label={name}
        placeholder={name}
        value={text}
        onChange={find}
        onKeyDown={onKeyDown}
        clearable
      />
      <span role="status">{text.trim() === '' ? '' : foundText(face, found)}</span>
    </search>
  )
}

function foundText({ t, model }: FormContext, found: number): string {
  return found === 0 ? t('ui.finder.foundNone') : t('ui.finder.found', { count: found, all: model.fields.length })
}

/** The tab to be in front: the one that is, or else the first one with any of these fields. */
function tabFor(view: FormView, only: ReadonlySet<string> | null): string {
  const { tab } = view.get()
  const tabs = new Set([...(only ?? [])].map(view.tabOf))
  return tabs.size === 0 || tabs.has(tab) ? tab : (view.tabs.find((each) => tabs.has(each)) ?? tab)
}

/** The fields that a text finds, of those that can be seen; null for an empty one. */
function matching({ model, word, wordsAt }: FormContext, entered: string): ReadonlySet<string> | null {
  const wanted = entered.trim().toLowerCase()
  if (wanted === '') return null
  const texts = (name: string) => [name, word(`${wordsAt(name)}.label`), word(`${wordsAt(name)}.help`)]
  const isFound = (name: string) => texts(name).some((text) => text?.toLowerCase().includes(wanted))
  return new Set(
    model.fields.map(({ name }) => name).filter((name) => model.state.fields[name]?.visible !== false && isFound(name)),
  )
}

function firstShown(input: HTMLElement): HTMLElement | null | undefined {
  return input
    .closest('.s-form-page')
    ?.querySelector<HTMLElement>(
      '[role="tabpanel"]:not([hidden]) [data-field]:not([hidden]) :is(input, textarea, select, button)',
    )
}
