import { defineField, defineShellPlugin, type FieldProps, lazyComponent } from '../../renderers/face.ts'
import { Skeleton } from '../../renderers/ui/feedback/Skeleton.tsx'

const SpecEditor = lazyComponent(() => import('./SpecEditor.tsx').then((module) => module.SpecEditor))

function SpecControl(props: FieldProps) {
  return <SpecEditor {...props} wait={<Skeleton height={240} />} />
}

/** Specs and SKUs of a product: a spreadsheet-like table, which no schema can say. */
export const specEditor = defineShellPlugin({
  name: 'spec-editor',
  fields: { specEditor: defineField({ Control: SpecControl, group: true, wide: true }) },
})
