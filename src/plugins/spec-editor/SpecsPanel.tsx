import { memo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldProps, useValue } from '../../renderers/face.ts'
import { Button } from '../../renderers/ui/Button.tsx'
import { specLimits } from '../../schemas/kinds/specRules.ts'
import type { ShownFault } from './faults.ts'
import type { Editor, EditorState } from './model/editor.ts'
import { generate, isPending, mostRows } from './model/generate.ts'
import type { Attribute } from './model/sheet.ts'
import { addAttribute, applyTemplate, type Template } from './model/specs.ts'
import type { Pictured } from './PictureDialog.tsx'
import { SpecCard } from './SpecCard.tsx'
import type { Say } from './words.ts'

export interface SpecsPanelProps extends Pick<FieldProps, 'field' | 'form'> {
  say: Say
  editor: Editor
  attributes: readonly Attribute[]
  plan: EditorState['plan']
  off: boolean
  faults: readonly ShownFault[]
  onPicture(what: Pictured): void
  /** SKUs were generated: the button that did it can do no more, whoever pressed it goes on in the table. */
  onGenerated(): void
}

/** The specs with their values, and what generating the SKUs of their combinations would do. */
export const SpecsPanel = memo(function SpecsPanel(props: SpecsPanelProps) {
  const { say, editor, attributes, off } = props
  const box = useRef<HTMLElement>(null)
  // What was added is filled in next, and nobody should have to look for it.
  const add = () => {
    flushSync(() => editor.act((sheet) => addAttribute(sheet, '')))
    const names = box.current?.querySelectorAll<HTMLElement>('.p-spec-head input')
    names?.item(names.length - 1).focus()
  }
  return (
    <section ref={box} className="p-specs-panel" aria-label={say('specs')}>
      {attributes.map((attribute, i) => (
        <SpecCard key={attribute.key} {...props} attribute={attribute} at={i} />
      ))}
      {attributes.length === 0 && <p className="k-help">{say('noSpecs')}</p>}
      {!off && (
        <div className="p-specs-actions">
          <Button size="small" icon="plus" disabled={attributes.length >= specLimits.attributes} onClick={add}>
            {say('addSpec')}
          </Button>
          <TemplateButton {...props} />
          <Generate {...props} />
        </div>
      )}
    </section>
  )
})

/** What waits for being generated, and the button that does it. */
function Generate({ say, editor, attributes, plan, field, onGenerated }: SpecsPanelProps) {
  const pending = isPending(plan)
  const most = field.max ?? specLimits.skus
  if (attributes.length === 0 && !pending) return null
  const tooMany = plan.count > mostRows
  const text = tooMany
    ? say('tooMany', { count: plan.count, max: most })
    : !plan.isPossible
      ? say('needsValue')
      : pending
        ? say('plan', { count: plan.count, added: plan.added, dropped: plan.dropped })
        : ''
  return (
    <>
      <span className={pending || tooMany ? 'p-specs-plan is-pending' : 'p-specs-plan'} role="status">
        {text}
      </span>
      <Button
        size="small"
        look={pending ? 'primary' : 'default'}
        icon="th-large"
        disabled={!pending || !plan.isPossible}
        onClick={() => {
          flushSync(() => editor.act(generate))
          onGenerated()
        }}
      >
        {say('generate')}
      </Button>
    </>
  )
}

/** Brings the specs of the template that a field of the form names. */
function TemplateButton({ say, editor, field, form }: SpecsPanelProps) {
  const part = field.template === undefined ? undefined : form.page.form.lookup[field.template]
  const key = useValue(form.model.state, (state) => (part ? state.values[part.key] : undefined))
  const [failed, setFailed] = useState('')
  const { lookup } = form
  if (!part || !lookup || field.template === undefined || (typeof key !== 'number' && typeof key !== 'string') || !key)
    return null
  const relation = field.template
  const take = async () => {
    setFailed('')
    try {
      const row = await lookup.read(relation, key, new AbortController().signal)
      editor.act((sheet) => applyTemplate(sheet, templateOf(row.specs)))
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <>
      <Button size="small" icon="copy" onClick={() => void take()}>
        {say('template')}
      </Button>
      {failed && (
        <span className="k-error" role="alert">
          {failed}
        </span>
      )}
    </>
  )
}

/** The specs of a template as the server tells them: rows of a name and values; what is nothing of the kind is left out. */
export function templateOf(specs: unknown): Template[] {
  const rows = (value: unknown) =>
    (Array.isArray(value) ? value : []).filter(
      (each): each is Record<string, unknown> => each !== null && typeof each === 'object',
    )
  return rows(specs).map(({ name, values, with_image }) => ({
    name: String(name ?? ''),
    pictured: Number(with_image) === 1,
    values: rows(values).map(({ value }) => String(value ?? '')),
  }))
}
