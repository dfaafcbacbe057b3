import type { FieldTemplateProps, ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils'
import { type ReactNode, useId } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { sameMembers, useValue } from '../useValue.ts'
import type { FormContext, FormValues } from './KontorField.tsx'

/** A field of the form: label above, help under it, the error beside it. Hidden while its `when.visible` does not hold. */
export function FieldTemplate(props: FieldTemplateProps<FormValues, RJSFSchema, FormContext>) {
  // The outermost "field" of rjsf is the form itself.
  if (props.fieldPathId.path.length === 0) return props.children
  return <OneField {...props} />
}

function OneField({ id, children, registry, rawErrors, fieldPathId }: FieldTemplateProps<FormValues, RJSFSchema, FormContext>) {
  const { face } = registry.formContext
  const name = String(fieldPathId.path[0])
  const field = face.model.fields.find((f) => f.name === name)
  const state = useValue(
    face.model.state,
    (s) => ({ visible: s.fields[name]?.visible ?? true, required: s.fields[name]?.required ?? false }),
    sameMembers,
  )
  const serverError = useValue(face.model.state, (s) => s.errors[name])
  if (!field || !state.visible) return null
  const renderer = face.control(field.kind)
  const words = face.wordsAt(name)
  const label = face.word(`${words}.label`) ?? name
  const star = state.required && !(field.secret && face.model.action === 'edit')
  const error = serverError ?? rawErrors?.[0]
  const inner: ReactNode = (
    <>
      {label}
      {star && (
        <span className="k-required" aria-hidden="true">
          *
        </span>
      )}
    </>
  )
  return (
    <div className={renderer.wide || field.span === 2 ? 'k-form-field s-form-wide' : 'k-form-field'} data-field={name}>
      {renderer.group ? (
        <span className="k-label" id={`${id}-label`}>
          {inner}
        </span>
      ) : (
        <label className="k-label" id={`${id}-label`} htmlFor={id}>
          {inner}
        </label>
      )}
      {children}
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

/** More fields than this stand in two columns. */
const oneColumn = 12

/** The body of the form: its sections, one column up to twelve fields, then two. */
export function ObjectFieldTemplate({
  properties,
  registry,
  fieldPathId,
}: ObjectFieldTemplateProps<FormValues, RJSFSchema, FormContext>) {
  const { face } = registry.formContext
  const own = useId()
  if (fieldPathId.path.length > 0) return null
  const content = new Map(properties.map((p) => [p.name, p.content]))
  const columns = properties.length > oneColumn ? 's-form-grid s-form-two' : 's-form-grid'
  return (
    <>
      {face.model.sections.map((section) => {
        const drawn = section.fields.map((name) => content.get(name))
        const title = section.name ? (face.word(`sections.${section.name}`) ?? section.name) : ''
        if (!title) {
          return (
            <div key={section.name} className={columns}>
              {drawn}
            </div>
          )
        }
        return (
          <section key={section.name} className="s-form-section" aria-labelledby={`${own}-${section.name}`}>
            <h3 id={`${own}-${section.name}`}>{title}</h3>
            <div className={columns}>{drawn}</div>
          </section>
        )
      })}
    </>
  )
}
