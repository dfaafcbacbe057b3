import type { FieldTemplateProps, ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils'
import { type ReactNode, useId } from 'react'
import type { FormContext } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { FormTabs } from './FormTabs.tsx'
import { useIsFound } from './formView.ts'
import type { FormValues, RjsfContext } from './KontorField.tsx'
import { useOfField } from './useField.ts'

const FormSteps = lazyComponent(() => import('./steps/FormSteps.tsx').then((module) => module.FormSteps))
const BesideFacts = lazyComponent(() => import('./LookupSummary.tsx').then((module) => module.LookupSummary))

/** A field of the form: label above, help under it, the error beside it. Hidden while its `when.visible` does not hold. */
export function FieldTemplate(props: FieldTemplateProps<FormValues, RJSFSchema, RjsfContext>) {
  // The outermost "field" of rjsf is the form itself.
  if (props.fieldPathId.path.length === 0) return props.children
  return <OneField {...props} />
}

function OneField({ id, children, registry, rawErrors, fieldPathId }: FieldTemplateProps<FormValues, RJSFSchema, RjsfContext>) {
  const { face, fields, view } = registry.formContext
  const name = String(fieldPathId.path[0])
  const isFound = useIsFound(view, name)
  const field = fields.get(name)
  const state = useOfField(face.model, name, (now) => now.state)
  if (!field || !state.visible) return null
  const renderer = face.control(field.kind)
  const words = face.wordsAt(name)
  const label = face.word(`${words}.label`) ?? name
  const star = state.required && !face.model.keepsSecret(field)
  const error = rawErrors?.[0]
  return (
    <div
      className={renderer.wide || field.span === 2 ? 'k-form-field s-form-wide' : 'k-form-field'}
      data-field={name}
      hidden={error === undefined && !isFound}
    >
      <FieldLabel id={id} isGroup={renderer.group === true} required={star}>
        {label}
      </FieldLabel>
      {face.drop?.has(name) && (
        <IconButton
          className="s-form-drop"
          icon="times"
          size="small"
          label={face.drop.label(label)}
          onClick={() => void face.drop?.run(name, label)}
        />
      )}
      {children}
      {face.lookup &&
        Object.entries(face.page.form.lookup).map(
          ([relation, { key }]) => key === name && <BesideFacts key={relation} face={face} relation={relation} />,
        )}
      {error && (
        <p id={`${id}-error`} className="k-error">
          <Icon name="exclamation-circle" />
          {error}
        </p>
      )}
      {field.help && (
        <p id={`${id}-help`} className="k-help">
          {face.word(`${words}.help`)}
        </p>
      )}
    </div>
  )
}

interface FieldLabelProps {
  id: string
  /** It names several controls. */
  isGroup: boolean
  required: boolean
  children: ReactNode
}

/** The visible label of a field, with a star when it is required. */
function FieldLabel({ id, isGroup, required, children }: FieldLabelProps) {
  const inner = (
    <>
      {children}
      {required && (
        <span className="k-required" aria-hidden="true">
          *
        </span>
      )}
    </>
  )
  if (isGroup)
    return (
      <span className="k-label" id={`${id}-label`}>
        {inner}
      </span>
    )
  return (
    <label className="k-label" id={`${id}-label`} htmlFor={id}>
      {inner}
    </label>
  )
}

/** Forms with more fields than this use two columns. */
const oneColumn = 12

/** The body of the form: its sections, one column up to twelve fields, then two. */
export function ObjectFieldTemplate({
  properties,
  registry,
  fieldPathId,
}: ObjectFieldTemplateProps<FormValues, RJSFSchema, RjsfContext>) {
  const { face, view } = registry.formContext
  const own = useId()
  if (fieldPathId.path.length > 0) return null
  const content = new Map(properties.map((p) => [p.name, p.content]))
  const two = (face.page.form.columns ?? (properties.length > oneColumn ? 2 : 1)) === 2
  const columns = two ? 's-form-grid s-form-two' : 's-form-grid'
  const drawn = (tab?: string) =>
    face.model.sections
      .filter((section) => section.tab === tab)
      .map((section) => (
        <Section key={section.name} id={`${own}-${section.name}`} title={titleOf(face, section.name)} columns={columns}>
          {section.fields.map((name) => content.get(name))}
          {section.fields.length === 0 && <p className="k-help">{face.t('ui.finder.emptyTab')}</p>}
        </Section>
      ))
  if (view.steps) return <FormSteps face={face} view={view} panel={drawn} />
  if (view.tabs.length > 0) return <FormTabs face={face} view={view} panel={drawn} />
  return <>{drawn()}</>
}

function titleOf(face: FormContext, name: string): string {
  return name ? (face.word(`sections.${name}`) ?? name) : ''
}

/** Some fields, under a heading if they have one. */
function Section({ id, title, columns, children }: { id: string; title: string; columns: string; children: ReactNode }) {
  if (!title) return <div className={columns}>{children}</div>
  return (
    <section className="s-form-section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className={columns}>{children}</div>
    </section>
  )
}
