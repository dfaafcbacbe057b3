import { defineField, type FieldProps } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { TextControl } from './parts/TextControl.tsx'

const CodeControl = lazyComponent(() => import('../codes/CodeControl.tsx').then((module) => module.CodeControl))

/** A code that is sent: the button that sends it comes with code of its own. */
function Control(props: FieldProps) {
  return <CodeControl {...props} wait={<TextControl {...props} />} />
}

export const code = defineField({ Control })
