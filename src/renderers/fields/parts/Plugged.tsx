import { useContext } from 'react'
import { PluginFieldsContext } from '../../context.tsx'
import type { FieldProps } from '../../define.ts'

/** The control that a plugin brings for the field's kind; where none does it is said in its place, and the rest of the form works. */
export function Plugged(props: FieldProps) {
  const { kind, name } = props.field
  const renderer = useContext(PluginFieldsContext)[kind]
  if (renderer) return <renderer.Control {...props} />
  return (
    <p id={props.id} className="k-help">
      {props.form.t('ui.form.noControl', { name, kind })}
    </p>
  )
}
